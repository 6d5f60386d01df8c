import { ph, t } from '@lingui/core/macro'
import type { CSSProperties } from 'react'
import type { MediaKind } from '../upload-rules.ts'
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
  const percent = percentSent(pages)
  const name = pageName(page.kind, positionOf(current))
  if (page.status === 'paused') return { text: t`${name} is waiting for a connection`, percent }
  if (page.status === 'checking') return { text: t`checking ${name}`, percent: null }
  return { text: t`printing ${name}`, percent }
}

function describeFinished(pages: readonly PageProgress[], positionOf: PositionOf) {
  if (pages.length === 0) return ''
  const unfinished = pages.findIndex(({ status }) => status !== 'ready')
  const page = pages[unfinished]
  if (page) {
    const name = pageName(page.kind, positionOf(unfinished))
    return page.status === 'failed' ? t`${name} could not be uploaded` : t`${name} was stopped`
  }
  if (pages[0]?.kind === 'video') return t`the video is ready`
  return pages.length === 1 ? t`the page is ready` : t`all ${ph({ count: pages.length })} pages are ready`
}

const pageName = (kind: MediaKind, { number, count }: Position) =>
  kind === 'video' ? t`the video` : t`page ${number} of ${count}`
