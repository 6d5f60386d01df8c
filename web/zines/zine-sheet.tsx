import type { CSSProperties, ReactNode } from 'react'
import type { ZinePage } from '#contract/media.ts'
import { imageSourceSet } from '#contract/media-address.ts'
import { ifFailedEarly } from '#web/ui/failed-early.ts'
import css from '#web/ui/zine-sheet.module.css'

const mostSheets = 5

type ZineSheetProps = {
  pages: number
  ratio: number
  /** What its picture shows blurred until it is there. */
  standIn?: string | null
  children: ReactNode
}

/** The printed thing: staples and sheets behind tell how many pages it has, tape that there is one. */
export function ZineSheet({ pages, ratio, standIn, children }: ZineSheetProps) {
  return (
    <span
      className={css.sheet}
      data-pages={pages > 1 ? Math.min(pages, mostSheets) : undefined}
      style={
        {
          '--r': Number(ratio.toFixed(4)),
          '--stand-in': standIn ? `url("${standIn}")` : undefined,
        } as CSSProperties
      }
    >
      {children}
    </span>
  )
}

type PageImageProps = {
  page: Pick<ZinePage, 'url' | 'width' | 'height'>
  alt: string
  sizes: string
  isFirst?: boolean
  isNext?: boolean
  onBroken: () => void
}

/** One page of a zine at the width the screen needs, above its sheet's stand-in until it is there. */
export function PageImage({ page, alt, sizes, isFirst, isNext, onBroken }: PageImageProps) {
  return (
    <img
      ref={ifFailedEarly(onBroken)}
      src={page.url}
      srcSet={imageSourceSet(page.url, page.width)}
      sizes={sizes}
      alt={alt}
      width={page.width ?? undefined}
      height={page.height ?? undefined}
      // What is seen first is made eager as the document is read (entry-inline.ts). React would name an eager one in the
      // head, where nothing of a part that is drawn once may stand.
      loading={isNext ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      // What is seen first must not wait until the scripts have run.
      decoding={isFirst ? 'sync' : 'async'}
      onError={onBroken}
    />
  )
}
