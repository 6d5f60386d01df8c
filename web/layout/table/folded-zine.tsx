import type { CSSProperties } from 'react'
import type { AspectRatio, ReadingDirection } from '#contract/aspect-ratios.ts'
import { addressAtWidth } from '#contract/media-address.ts'
import { spreadsOf } from '#web/reader/spreads.ts'
import css from './folded-zine.module.css'
import type { LayoutPage } from './layout.ts'

type Props = {
  pages: readonly (LayoutPage & { id: string })[]
  pageIndex: number
  ratio: AspectRatio
  direction: ReadingDirection
  onShow: (pageIndex: number) => void
}

/** Pages as spreads. Only CSS swaps the sides, because the DOM keeps the reading order. */
export const FoldedZine = ({ pages, pageIndex, ratio, direction, onShow }: Props) => (
  <ol
    className={css.zine}
    dir={direction}
    aria-label={direction === 'rtl' ? 'As it will be folded, from right to left' : 'As it will be folded'}
    style={{ '--r': ratio.replace(':', ' / ') } as CSSProperties}
  >
    {foldedSpreads(pages.length).map((spread) => (
      <li key={pages[spread[0] ?? 0]?.id} data-cover={spread[0] === 0 || undefined}>
        <div className={css.spread}>
          {spread.map((index) => {
            const page = pages[index]
            return (
              <button
                key={page?.id}
                type="button"
                aria-label={`Page ${index + 1}`}
                aria-current={index === pageIndex || undefined}
                onClick={() => onShow(index)}
              >
                {page && <img src={addressAtWidth(page.url, 400)} alt={page.altText} loading="lazy" />}
              </button>
            )
          })}
        </div>
        <p className="meta" dir="ltr">
          {spreadLabel(spread, pages.length)}
        </p>
      </li>
    ))}
  </ol>
)

/** The spreads of a folded zine, as in the reader. */
export const foldedSpreads = (count: number) =>
  spreadsOf(Array(count).fill(false), { mode: 'spread', cover: 'alone', shifted: new Set() }).map((spread) =>
    spread.filter((page) => page !== null),
  )

export function spreadLabel(spread: readonly number[], count: number) {
  const [first = 0, second] = spread
  if (first === 0) return count === 1 ? 'Page 1' : 'Cover'
  if (second !== undefined) return `Pages ${first + 1}–${second + 1}`
  return first === count - 1 ? 'Back' : `Page ${first + 1}`
}
