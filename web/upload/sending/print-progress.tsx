import type { CSSProperties } from 'react'
import type { MediaKind } from '../upload-rules.ts'
import css from './print-progress.module.css'
import type { PageProgress } from './send-file.ts'

/** One box per page and a sentence. Screen readers announce each step, but not every percent. */
export function PrintProgress({ pages }: { pages: readonly (PageProgress & { id: string })[] }) {
  const { words, percent } = progressWords(pages)
  return (
    <div className={css.progress}>
      {pages.length > 0 && (
        <div className={css.sheets} aria-hidden="true">
          {pages.map(({ id, step, sent }) => (
            <i
              key={id}
              data-step={step}
              style={{ '--f': `${step === 'ready' ? 100 : Math.floor(sent * 96)}%` } as CSSProperties}
            />
          ))}
        </div>
      )}
      <p className="meta" role="status">
        {words}
        {percent !== null && <span aria-hidden="true">, {percent}%</span>}
      </p>
    </div>
  )
}

const isUnderway = ({ step }: PageProgress) =>
  step === 'waiting' || step === 'sending' || step === 'paused' || step === 'checking'

/** Total percent, rounded. 100 only when every page is ready. */
export function percentSent(pages: readonly PageProgress[]) {
  if (pages.length === 0) return 0
  const sent = pages.reduce((sum, page) => sum + (page.step === 'ready' ? 1 : page.sent), 0) / pages.length
  return pages.every(({ step }) => step === 'ready') ? 100 : Math.min(99, Math.floor(sent * 100))
}

/** The percentage is separate, because it changes too often to be announced. */
export function progressWords(pages: readonly PageProgress[]): { words: string; percent: number | null } {
  const current = pages.findIndex(isUnderway)
  const page = pages[current]
  if (!page) return { words: restingWords(pages), percent: null }
  const percent = percentSent(pages)
  const name = pageName(page.kind, current, pages.length)
  if (page.step === 'paused') return { words: `${name} is waiting for the connection`, percent }
  if (page.step === 'checking') return { words: `checking ${name}`, percent: null }
  return { words: `printing ${name}`, percent }
}

function restingWords(pages: readonly PageProgress[]) {
  if (pages.length === 0) return ''
  const held = pages.findIndex(({ step }) => step !== 'ready')
  const page = pages[held]
  if (page) {
    const name = pageName(page.kind, held, pages.length)
    return page.step === 'failed' ? `${name} could not be uploaded` : `${name} was stopped`
  }
  if (pages[0]?.kind === 'video') return 'the video is ready'
  return pages.length === 1 ? 'the page is ready' : `all ${pages.length} pages are ready`
}

const pageName = (kind: MediaKind, place: number, count: number) =>
  kind === 'video' ? 'the video' : `page ${place + 1} of ${count}`
