import { msg, ph, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import { addressAtWidth } from '#contract/media-address.ts'
import { altLanguageOf } from '#contract/text-language.ts'
import { paddedPageCount } from '#web/print/imposition/impose.ts'
import { layoutsFor } from '#web/print/imposition/layouts.ts'
import { spreadsOf } from '#web/reader/spreads.ts'
import type { ContentPage } from './content.ts'
import css from './folded-zine.module.css'

type Props = {
  pages: readonly (ContentPage & { id: string })[]
  pageIndex: number
  /** Undefined if the size of the first picture is unknown. */
  ratio: number | undefined
  direction: ReadingDirection
  /** The declared language of the zine's texts. */
  language: string | null | undefined
  onShow: (pageIndex: number) => void
}

/** Pages as spreads of the printed zine. Only CSS swaps the sides, because the DOM keeps the reading order. */
export function FoldedZine({ pages, pageIndex, ratio, direction, language, onShow }: Props) {
  const { t } = useLingui()
  const blanks = foldedPages(pages.length).filter((page) => page === null).length
  return (
    <div className={css.folded}>
      <ol
        className={css.zine}
        dir={direction}
        aria-label={direction === 'rtl' ? t`As it will be folded, from right to left` : t`As it will be folded`}
        style={{ '--r': ratio } as CSSProperties}
      >
        {foldedSpreads(pages.length).map((spread, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a spread is its position
          <li key={at} data-cover={at === 0 || undefined}>
            {spread.map((index, side) => {
              const page = index === null ? undefined : pages[index]
              return (
                <div key={page?.id ?? `blank ${side}`} className={css.page}>
                  {page && index !== null ? (
                    <button
                      type="button"
                      aria-label={t`Page ${ph({ number: index + 1 })}`}
                      aria-current={index === pageIndex || undefined}
                      onClick={() => onShow(index)}
                    >
                      <img
                        src={addressAtWidth(page.url, 400)}
                        alt={page.altText}
                        {...altLanguageOf(page.altText, language)}
                        loading="lazy"
                      />
                    </button>
                  ) : (
                    <span className={css.blank} />
                  )}
                  <p className="meta" dir="auto">
                    {t(foldedLabel(index, pages.length))}
                  </p>
                </div>
              )
            })}
          </li>
        ))}
      </ol>
      {blanks > 0 && (
        <p>
          {t`${plural(blanks, {
            one: 'On paper, # blank page fills the sheet. The last page is the back cover.',
            other: 'On paper, # blank pages fill the sheet. The last page is the back cover.',
          })}`}
        </p>
      )}
    </div>
  )
}

/** The pages in the order of the printed zine. Null is a blank page, which fills the sheet before the back cover. */
function foldedPages(count: number) {
  const [layout = 'single'] = layoutsFor(count)
  const blanks = paddedPageCount({ layout, pages: count }) - count
  const pages: (number | null)[] = Array.from({ length: count }, (_, index) => index)
  return pages.toSpliced(count - 1, 0, ...Array<null>(blanks).fill(null))
}

/** The reader shows the same pairs: the cover is alone, and so is the back. */
export function foldedSpreads(count: number) {
  const pages = foldedPages(count)
  return spreadsOf(Array(pages.length).fill(false), { mode: 'spread', cover: 'alone', shifted: new Set() }).map(
    (spread) => spread.filter((at) => at !== null).map((at) => pages[at] ?? null),
  )
}

export function foldedLabel(pageIndex: number | null, count: number) {
  if (pageIndex === null) return msg({ message: 'Blank', context: 'page' })
  if (pageIndex === 0 && count > 1) return msg({ message: 'Cover', context: 'page' })
  return pageIndex === count - 1 && count > 1 && foldedPages(count).length % 2 === 0
    ? msg({ message: 'Back', context: 'page' })
    : msg`Page ${ph({ number: pageIndex + 1 })}`
}
