import { ph } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import * as limits from '#contract/limits.ts'
import type { PaperFormat } from '#contract/paper-formats.ts'
import { Announce } from '#web/ui/announce.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import zine from '#web/ui/zine-sheet.module.css'
import type { Orders } from '../file-order.ts'
import { canAddMore } from '../upload-rules.ts'
import type { ChosenPage, ChosenPages } from './chosen-pages.ts'
import { FileInput } from './file-input.tsx'
import { PageControls } from './page-controls.tsx'
import strip from './page-strip.module.css'
import { PageStrip } from './page-strip.tsx'
import { PageViewer } from './page-viewer.tsx'
import { SortedNotice } from './sorted-notice.tsx'
import { UploadPageTexts } from './upload-page-texts.tsx'
import css from './upload-stage.module.css'
import { useFocusOnPages } from './use-file-drop.ts'

type Props = {
  chosen: ChosenPages
  pages: readonly ChosenPage[]
  pageIndex: number
  paper: PaperFormat
  direction: ReadingDirection
  errorMessage: string | undefined
  /** Shown below the file button while there are no pages. */
  hint: ReactNode
  /** The alternative offered below the refusal. */
  alternative: ReactNode
  /** The orders of the files that were added last. */
  orders: Orders<File> | undefined
  isDraggedOver: boolean
  busy: boolean
  isInvalid: boolean
  onChoose: (files: File[]) => void
  onShow: (pageIndex: number) => void
}

export function UploadStage({ chosen, pages, pageIndex, paper, orders, isDraggedOver, busy, ...on }: Props) {
  const { t } = useLingui()
  const { direction, errorMessage, hint, alternative } = on
  const [announcement, setAnnouncement] = useState('')
  const stage = useFocusOnPages(pages.length)
  const page = pages[pageIndex]
  const move = (from: number, to: number) => {
    if (busy || from === to || to < 0 || to >= pages.length) return
    chosen.move(from, to)
    on.onShow(to)
    setAnnouncement(t`Page ${ph({ from: from + 1 })} is now page ${ph({ to: to + 1 })}.`)
  }
  const remove = (removed: ChosenPage) => {
    chosen.remove(removed.id)
    on.onShow(Math.max(0, pageIndex - 1))
    setAnnouncement(t`Page ${ph({ number: pageIndex + 1 })} removed.`)
  }
  return (
    <section
      ref={stage}
      className={isDraggedOver ? `${css.easel} ${css.draggedOver}` : css.easel}
      aria-label={t`Pages`}
      tabIndex={-1}
    >
      {page ? (
        <>
          <div className={css.preview}>
            <PageViewer pages={pages} pageIndex={pageIndex} paper={paper} direction={direction} onShow={on.onShow} />
          </div>
          <UploadPageTexts page={page} pageIndex={pageIndex} busy={busy} onChange={chosen.describe} />
          <div className={css.pages}>
            {page.kind === 'image' && (
              <PageStrip pages={pages} pageIndex={pageIndex} direction={direction} onShow={on.onShow} onMove={move}>
                {canAddMore(pages.map(({ kind }) => kind)) && (
                  <FileInput
                    label={t`Add more images`}
                    className={strip.add}
                    accept="image/*"
                    disabled={busy}
                    onChoose={on.onChoose}
                  >
                    <Plus className="ico" aria-hidden="true" />
                  </FileInput>
                )}
              </PageStrip>
            )}
            <SortedNotice
              pages={pages}
              orders={orders}
              busy={busy}
              keyOf={({ file }) => file}
              onArrange={(order) => chosen.arrange(order)}
            />
            <PageControls
              page={page}
              pageIndex={pageIndex}
              direction={direction}
              busy={busy}
              count={pages.length}
              onMove={move}
              onRemove={() => remove(page)}
            />
            <PageProblems pages={pages} busy={busy} onRetry={chosen.retry} onRemove={chosen.remove} />
          </div>
        </>
      ) : (
        <DropSheet isDraggedOver={isDraggedOver} isInvalid={on.isInvalid} onChoose={on.onChoose}>
          {!errorMessage && hint}
        </DropSheet>
      )}
      {errorMessage && (
        <div key={errorMessage} ref={scrollToMessage}>
          <p className="error" role="alert">
            {errorMessage}
          </p>
          {alternative}
        </div>
      )}
      <Announce>{announcement}</Announce>
    </section>
  )
}

/** Scrolls to a message that the footer or the current page may cover. */
const scrollToMessage = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

type ProblemsProps = {
  pages: readonly ChosenPage[]
  busy: boolean
  onRetry: (pageId: string) => void
  onRemove: (pageId: string) => void
}

const PageProblems = ({ pages, busy, onRetry, onRemove }: ProblemsProps) => {
  const { t } = useLingui()
  return pages.map(
    ({ id, problem, isRefused }, index) =>
      problem && (
        <div key={id} className={css.problem}>
          <p className="error">{pages.length > 1 ? t`Page ${ph({ number: index + 1 })}: ${problem}` : problem}</p>
          <button
            type="button"
            className={buttonClass({ look: 'second', size: 'small' })}
            disabled={busy}
            onClick={() => (isRefused ? onRemove(id) : onRetry(id))}
          >
            {isRefused ? t`Remove` : t`Try again`}
          </button>
        </div>
      ),
  )
}

type DropSheetProps = {
  isDraggedOver: boolean
  isInvalid: boolean
  onChoose: (files: File[]) => void
  children: ReactNode
}

const DropSheet = ({ isDraggedOver, isInvalid, onChoose, children }: DropSheetProps) => {
  const { t } = useLingui()
  return (
    <div className={isDraggedOver ? `${css.drop} ${css.dropOver}` : css.drop}>
      {[css.tl, css.tr, css.bl, css.br].map((corner) => (
        <svg key={corner} className={`${css.registrationMark} ${corner}`} viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="12" r="6" />
          <path d="M12 1v22M1 12h22" />
        </svg>
      ))}
      <span className={`${zine.sheet} ${css.zine}`} data-pages="4" aria-hidden="true">
        <span className={css.unprinted} />
      </span>
      <h3>
        <span className={css.mouse}>{t`Drop your pages here`}</span>
        <span className={css.touch}>{t`Choose your pages`}</span>
      </h3>
      <p>
        <Trans>
          Up to {ph({ zineImages: limits.zineImages })} images, sorted by name, or{' '}
          {ph({ zineVideos: limits.zineVideos })} video.
        </Trans>
      </p>
      <FileInput
        label={t`Choose files`}
        className={buttonClass({ look: 'second' }, css.choose)}
        accept="image/*,video/*"
        focusFirst
        isInvalid={isInvalid}
        onChoose={onChoose}
      >{t`Choose files`}</FileInput>
      {children}
    </div>
  )
}
