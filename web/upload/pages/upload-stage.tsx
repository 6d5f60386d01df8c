import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as limits from '#contract/limits.ts'
import { Announce } from '#web/ui/announce.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import zine from '#web/ui/zine-sheet.module.css'
import { canAddMore } from '../upload-rules.ts'
import { ChooseFiles } from './choose-files.tsx'
import type { DraftPage, DraftPages } from './draft-pages.ts'
import { PageControls } from './page-controls.tsx'
import strip from './page-strip.module.css'
import { PageStrip } from './page-strip.tsx'
import { PageViewer } from './page-viewer.tsx'
import { PageWords } from './page-words.tsx'
import css from './upload-stage.module.css'
import { useFocusOnPages } from './use-file-drop.ts'

type Props = {
  draft: DraftPages
  pages: readonly DraftPage[]
  place: number
  refusal: string | undefined
  /** The alternative offered below the refusal. */
  instead: ReactNode
  over: boolean
  busy: boolean
  isMissing: boolean
  onChoose: (files: File[]) => void
  onShow: (place: number) => void
}

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
      <Announce>{announcement}</Announce>
    </section>
  )
}

/** Scrolls to a message that the footer or the current page may cover. */
const bringIntoSight = (said: HTMLElement | null) => said?.scrollIntoView({ block: 'nearest' })

type ProblemsProps = {
  pages: readonly DraftPage[]
  busy: boolean
  onRetry: (pageId: string) => void
  onRemove: (pageId: string) => void
}

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
            {refused ? 'Remove' : 'Try again'}
          </button>
        </div>
      ),
  )

type DropSheetProps = { over: boolean; isMissing: boolean; onChoose: (files: File[]) => void }

const DropSheet = ({ over, isMissing, onChoose }: DropSheetProps) => (
  <div className={over ? `${css.drop} ${css.dropOver}` : css.drop}>
    {[css.tl, css.tr, css.bl, css.br].map((corner) => (
      <svg key={corner} className={`${css.reg} ${corner}`} viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="6" />
        <path d="M12 1v22M1 12h22" />
      </svg>
    ))}
    <span className={`${zine.sheet} ${css.zine}`} data-pages="4" aria-hidden="true">
      <span className={css.unprinted} />
    </span>
    <h3>
      <span className={css.mouse}>Drop your pages here</span>
      <span className={css.touch}>Choose your pages</span>
    </h3>
    <p>
      Up to {limits.zineImages} images, in reading order, or {limits.zineVideos} video.
    </p>
    <ChooseFiles
      label="Choose files"
      className={buttonClass({ look: 'second' }, css.choose)}
      accept="image/*,video/*"
      focusFirst
      isMissing={isMissing}
      onChoose={onChoose}
    >
      Choose files
    </ChooseFiles>
  </div>
)
