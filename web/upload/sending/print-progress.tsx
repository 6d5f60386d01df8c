import type { CSSProperties } from 'react'
import css from './print-progress.module.css'
import { type PageProgress, progressWords } from './upload-progress.ts'

/** One box per page, filling flat, and a sentence. Readers hear the step, not every percent. */
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
