import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { canAddMore } from '../upload-rules.ts'
import { ChooseFiles } from './choose-files.tsx'
import type { DraftPage } from './draft-page.ts'
import type { DraftPages } from './draft-pages.ts'
import { DropSheet } from './drop-sheet.tsx'
import { PageControls } from './page-controls.tsx'
import strip from './page-strip.module.css'
import { PageStrip } from './page-strip.tsx'
import { PageViewer } from './page-viewer.tsx'
import { PageWords } from './page-words.tsx'
import css from './upload-stage.module.css'
import { useFocusOnPages } from './use-focus-on-pages.ts'

type Props = {
  draft: DraftPages
  pages: readonly DraftPage[]
  /** Which page is shown. */
  place: number
  refusal: string | undefined
  /** What stands below the refusal: what can be done instead. */
  instead: ReactNode
  /** Whether files are held over the window. */
  over: boolean
  busy: boolean
  /** It was to be shared without a page. */
  isMissing: boolean
  onChoose: (files: File[]) => void
  onShow: (place: number) => void
}

/** The chosen pages: the one being looked at, and all of them in their order. */
export function UploadStage({ draft, pages, place, refusal, instead, over, busy, ...on }: Props) {
  const [announcement, setAnnouncement] = useState('')
  const stage = useFocusOnPages(pages.length)
  const page = pages[place]
  const move = (from: number, to: number) => {
    if (busy || from === to || to < 0 || to >= pages.length) return
    draft.move(from, to)
    on.onShow(to)
    setAnnouncement(`Page ${from + 1} is now page ${to + 1}.`)
  }
  const remove = (gone: DraftPage) => {
    draft.remove(gone.id)
    on.onShow(Math.max(0, place - 1))
    setAnnouncement(`Page ${place + 1} removed.`)
  }
  return (
    <section
      ref={stage}
      className={over ? `${css.easel} ${css.over}` : css.easel}
      aria-label="Pages"
      tabIndex={-1}
    >
      {page ? (
        <>
          <div className={css.look}>
            <PageViewer pages={pages} place={place} onShow={on.onShow} />
          </div>
          <PageWords {...{ page, place, busy }} onDescribe={draft.describe} onTranscribe={draft.transcribe} />
          <div className={css.pages}>
            {page.kind === 'image' && (
              <PageStrip pages={pages} place={place} onShow={on.onShow} onMove={move}>
                {canAddMore(pages.map(({ kind }) => kind)) && (
                  <ChooseFiles
                    label="Add more images"
                    className={strip.add}
                    accept="image/*"
                    disabled={busy}
                    onChoose={on.onChoose}
                  >
                    <Plus className="ico" aria-hidden="true" />
                  </ChooseFiles>
                )}
              </PageStrip>
            )}
            <PageControls
              {...{ page, place, busy }}
              count={pages.length}
              onMove={move}
              onRemove={() => remove(page)}
            />
            <PageProblems pages={pages} busy={busy} onRetry={draft.retry} onRemove={draft.remove} />
          </div>
        </>
      ) : (
        <DropSheet over={over} isMissing={on.isMissing} onChoose={on.onChoose} />
      )}
      {refusal && (
        <div key={refusal} ref={bringIntoSight}>
          <p className="error" role="alert">
            {refusal}
          </p>
          {instead}
        </div>
      )}
      <p className="sr" role="status">
        {announcement}
      </p>
    </section>
  )
}

/** The way out may lie over it, or the page that was looked at fill the dialog. */
const bringIntoSight = (said: HTMLElement | null) => said?.scrollIntoView({ block: 'nearest' })

type ProblemsProps = {
  pages: readonly DraftPage[]
  busy: boolean
  onRetry: (pageId: string) => void
  onRemove: (pageId: string) => void
}

/** The pages that did not go through, each with the reason and what can be done about it. */
const PageProblems = ({ pages, busy, onRetry, onRemove }: ProblemsProps) =>
  pages.map(
    ({ id, problem, refused }, place) =>
      problem && (
        <div key={id} className={css.problem}>
          <p className="error">{pages.length > 1 ? `Page ${place + 1}: ${problem}` : problem}</p>
          <button
            type="button"
            className={buttonClass({ look: 'second', size: 'small' })}
            disabled={busy}
            onClick={() => (refused ? onRemove(id) : onRetry(id))}
          >
            {refused ? 'Take out' : 'Try again'}
          </button>
        </div>
      ),
  )
