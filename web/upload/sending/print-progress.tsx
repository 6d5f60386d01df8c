import { plural, t } from '@lingui/core/macro'
import type { CSSProperties } from 'react'
import css from './print-progress.module.css'
import type { PageProgress } from './send-file.ts'

type Props = { pages: readonly (PageProgress & { id: string })[]; positionOf?: PositionOf }

/** One box per page and a sentence. Screen readers announce each status, but not every percent. */
export function PrintProgress({ pages, positionOf }: Props) {
  const { text, percent } = describeProgress(pages, positionOf)
  return (
    <div className={css.progress}>
      {pages.length > 0 && (
        <div className={css.sheets} aria-hidden="true">
          {pages.map(({ id, status, sent }) => (
            <i
              key={id}
              data-status={status}
              style={{ '--f': `${status === 'ready' ? 100 : Math.floor(sent * 96)}%` } as CSSProperties}
            />
          ))}
        </div>
      )}
      <p className="meta" role="status">
        {text}
        {percent !== null && <span aria-hidden="true">, {percent}%</span>}
      </p>
    </div>
  )
}

type Position = { number: number; count: number }
/** The position in the zine of each of `pages`, which may be a part of its pages. */
type PositionOf = (index: number) => Position

const isUnderway = ({ status }: PageProgress) =>
  status === 'waiting' || status === 'sending' || status === 'paused' || status === 'checking'

/** Total percent, rounded. 100 only when every page is ready. */
export function percentSent(pages: readonly PageProgress[]) {
  if (pages.length === 0) return 0
  const sent = pages.reduce((total, page) => total + (page.status === 'ready' ? 1 : page.sent), 0) / pages.length
  return pages.every(({ status }) => status === 'ready') ? 100 : Math.min(99, Math.floor(sent * 100))
}

/** The percentage is separate, because it changes too often to be announced. */
export function describeProgress(
  pages: readonly PageProgress[],
  positionOf: PositionOf = (index) => ({ number: index + 1, count: pages.length }),
): { text: string; percent: number | null } {
  const current = pages.findIndex(isUnderway)
  const page = pages[current]
  if (!page) return { text: describeFinished(pages, positionOf), percent: null }
  const text = describePage(page, positionOf(current))
  return { text, percent: page.status === 'checking' ? null : percentSent(pages) }
}

function describeFinished(pages: readonly PageProgress[], positionOf: PositionOf) {
  if (pages.length === 0) return ''
  const unfinished = pages.findIndex(({ status }) => status !== 'ready')
  const page = pages[unfinished]
  if (page) return describePage(page, positionOf(unfinished))
  if (pages[0]?.kind === 'video') return t`the video is ready`
  return t`${plural({ count: pages.length }, { one: 'the page is ready', other: 'all # pages are ready' })}`
}

function describePage({ kind, status }: PageProgress, { number, count }: Position) {
  const isVideo = kind === 'video'
  if (status === 'paused')
    return isVideo
      ? t`the video is waiting for a connection`
      : t`page ${number} of ${count} is waiting for a connection`
  if (status === 'checking') return isVideo ? t`checking the video` : t`checking page ${number} of ${count}`
  if (status === 'failed')
    return isVideo ? t`the video could not be uploaded` : t`page ${number} of ${count} could not be uploaded`
  if (status === 'stopped') return isVideo ? t`the video was stopped` : t`page ${number} of ${count} was stopped`
  return isVideo ? t`printing the video` : t`printing page ${number} of ${count}`
}
