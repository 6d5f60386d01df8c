import { useEffect, useRef, useState } from 'react'
import type { DraftPage } from '#contract/drafts.ts'
import type { UploadedMedia } from '#contract/media.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { promptSignInIfExpired } from '#web/accounts/viewer-changes.ts'
import { getUserMessage } from '#web/api/call.ts'
import { fileSender, UploadFailure } from '#web/upload/sending/send-file.ts'
import { applyRecipe } from '../derive-texts.ts'
import { RenderError } from '../draw/render-error.ts'
import type { PageSize } from '../page-size.ts'

/** `finish` puts the recipe and its texts on the page once its picture is uploaded. */
type Finish = { finish: (page: DraftPage) => DraftPage }
/** Pages with the same `step` are put on the table together, as one step of undo. */
export type MadePage = Finish & { file: File; recipe: PageRecipe; overflowWords: number; step: object }
export type SizedRecipe = { recipe: PageRecipe; size: PageSize }
export type TablePage = SizedRecipe & { id: string }
export type RedrawnPage = Finish & { id: string; media: UploadedMedia; overflowWords: number }

type OnDone = (made: MadePage[], redrawn: RedrawnPage[]) => void
type Progress = { label: string; value: number }

/** Draws pages at print size. Those on the table are also uploaded, so that all change in one step. */
export function useMaking(onDone: OnDone) {
  const [progress, setProgress] = useState<Progress>()
  const [problem, setProblem] = useState<string>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])

  async function run(pages: readonly SizedRecipe[], onTable: readonly TablePage[], signal: AbortSignal) {
    const { renderPage } = await loadRender()
    const step = {}
    const count = pages.length + onTable.length
    const made: MadePage[] = []
    const redrawn: RedrawnPage[] = []
    const report = (label = `Page ${made.length + redrawn.length + 1} of ${count}`) =>
      setProgress({ label, value: (made.length + redrawn.length) / count })
    for (const { recipe, size } of pages) {
      report(count === 1 ? 'Drawing the page…' : undefined)
      const { file, drawing } = await renderPage(recipe, size, { signal })
      const { overflowWords } = drawing
      made.push({ file, recipe, overflowWords, step, finish: (page) => applyRecipe(page, recipe) })
    }
    for (const { id, recipe, size } of onTable) {
      report()
      const { file, drawing } = await renderPage(recipe, size, { signal })
      const media = await fileSender(file).send(signal, ({ step }) =>
        report(step === 'paused' ? 'Waiting for a connection' : undefined),
      )
      redrawn.push({ id, media, overflowWords: drawing.overflowWords, finish: (page) => applyRecipe(page, recipe) })
    }
    onDone(made, redrawn)
  }

  async function make(pages: readonly SizedRecipe[], onTable: readonly TablePage[]) {
    const controller = new AbortController()
    stop.current = controller
    setProblem(undefined)
    try {
      await run(pages, onTable, controller.signal)
    } catch (error) {
      if (controller.signal.aborted) return
      promptSignInIfExpired(error)
      setProblem(messageOf(error))
    } finally {
      setProgress(undefined)
    }
  }

  return { progress, problem, make, cancel: () => stop.current?.abort() }
}

/** The maker calls it early: offline, or after a new release, the script may be missing when the page is saved. */
export const loadRender = () => import('../draw/render-page.ts')

export const messageOf = (error: unknown) =>
  error instanceof RenderError || error instanceof UploadFailure
    ? error.message
    : getUserMessage(error, 'The page could not be drawn. Your text is safe. Check your connection and try again.')
