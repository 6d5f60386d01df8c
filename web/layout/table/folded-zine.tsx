import type { CSSProperties } from 'react'
import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import { addressAtWidth } from '#contract/media-address.ts'
import { altLanguageOf } from '#contract/text-language.ts'
import { spreadsOf } from '#web/reader/spreads.ts'
import css from './folded-zine.module.css'
import type { LayoutPage } from './layout.ts'

type Props = {
  pages: readonly (LayoutPage & { id: string })[]
  pageIndex: number
  /** Undefined if the size of the first picture is unknown. */
  ratio: number | undefined
  direction: ReadingDirection
  /** Of the zine's texts, if declared. */
  language: string | null | undefined
  onShow: (pageIndex: number) => void
}

/** Pages as spreads. Only CSS swaps the sides, because the DOM keeps the reading order. */
export const FoldedZine = ({ pages, pageIndex, ratio, direction, language, onShow }: Props) => (
  <ol
    className={css.zine}
    dir={direction}
    aria-label={direction === 'rtl' ? 'As it will be folded, from right to left' : 'As it will be folded'}
    style={{ '--r': ratio } as CSSProperties}
  >
    {foldedSpreads(pages.length).map((spread) => (
      <li key={pages[spread[0] ?? 0]?.id} data-cover={spread[0] === 0 || undefined}>
        {spread.map((index) => {
          const page = pages[index]
          return (
            <div key={page?.id} className={css.page}>
              <button
                type="button"
                aria-label={`Page ${index + 1}`}
                aria-current={index === pageIndex || undefined}
                onClick={() => onShow(index)}
              >
                {page && (
                  <img
                    src={addressAtWidth(page.url, 400)}
                    alt={page.altText}
                    {...altLanguageOf(page.altText, language)}
                    loading="lazy"
                  />
                )}
              </button>
              <p className="meta" dir="ltr">
                {foldedLabel(index, pages.length)}
              </p>
            </div>
          )
        })}
      </li>
    ))}
  </ol>
)

/** The spreads of a folded zine, as in the reader. */
const foldedSpreads = (count: number) =>
  spreadsOf(Array(count).fill(false), { mode: 'spread', cover: 'alone', shifted: new Set() }).map((spread) =>
    spread.filter((page) => page !== null),
  )

/** With an even number of pages, the last one is alone: it is the back. */
export function foldedLabel(pageIndex: number, count: number) {
  if (pageIndex === 0 && count > 1) return 'Cover'
  return pageIndex === count - 1 && count % 2 === 0 ? 'Back' : `Page ${pageIndex + 1}`
}
