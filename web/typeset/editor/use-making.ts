import { i18n } from '@lingui/core'
import { msg, ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DraftPage } from '#contract/drafts.ts'
import type { UploadedMedia } from '#contract/media.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { fileSender } from '#web/upload/sending/send-file.ts'
import { applyRecipe } from '../derive-texts.ts'
import type { PageSize } from '../page-size.ts'
import { useTask } from '../use-task.ts'

/** `finish` puts the recipe and its texts on the page once its picture is uploaded. */
type Finish = { finish: (page: DraftPage) => DraftPage }
/** Pages of one batch are put on the table together, as one step of undo. */
export type MadePage = Finish & { file: File; recipe: PageRecipe; overflowWords: number; batch: object }
export type SizedRecipe = { recipe: PageRecipe; size: PageSize }
/** `number` is its position in the zine, from 1. */
export type TablePage = SizedRecipe & { id: string; number: number }
export type RedrawnPage = Finish & { id: string; recipe: PageRecipe; media: UploadedMedia; overflowWords: number }

type OnDone = (made: MadePage[], redrawn: RedrawnPage[]) => void
type Progress = { label: string; value: number }

/** Draws pages at print size. Those on the table are also uploaded, so that all change in one step. */
export function useMaking(onDone: OnDone) {
  const { t } = useLingui()
  const [progress, setProgress] = useState<Progress>()
  const task = useTask<Parameters<OnDone>>({ onDone: (done) => onDone(...done), failure: i18n._(failure) })

  async function work(pages: readonly SizedRecipe[], onTable: readonly TablePage[], signal: AbortSignal) {
    const { renderPage } = await loadRender()
    const batch = {}
    const count = pages.length + onTable.length
    const made: MadePage[] = []
    const redrawn: RedrawnPage[] = []
    const report = (label = t`Page ${ph({ number: made.length + redrawn.length + 1 })} of ${count}`) =>
      setProgress({ label, value: (made.length + redrawn.length) / count })
    for (const { recipe, size } of pages) {
      report(count === 1 ? t`Drawing the page…` : undefined)
      const { file, drawing } = await renderPage(recipe, size, { signal })
      const { overflowWords } = drawing
      made.push({ file, recipe, overflowWords, batch, finish: (page) => applyRecipe(page, recipe) })
    }
    for (const { id, recipe, size } of onTable) {
      report()
      const { file, drawing } = await renderPage(recipe, size, { signal })
      const media = await fileSender(file).send(signal, ({ status }) =>
        report(status === 'paused' ? t`Waiting for a connection` : undefined),
      )
      const { overflowWords } = drawing
      redrawn.push({ id, recipe, media, overflowWords, finish: (page) => applyRecipe(page, recipe) })
    }
    return [made, redrawn] satisfies Parameters<OnDone>
  }

  return {
    progress: task.isRunning ? progress : undefined,
    problem: task.problem,
    make: (pages: readonly SizedRecipe[], onTable: readonly TablePage[]) =>
      task.run((signal) => work(pages, onTable, signal)),
    cancel: task.cancel,
  }
}

/** The maker calls it early: offline, or after a new release, the script may be missing when the page is saved. */
export const loadRender = () => import('../draw/render-page.ts')

const failure = msg`The page could not be drawn. Your text is safe. Check your connection and try again.`
