import type { CSSProperties, ReactNode } from 'react'
import type { ZinePage } from '#contract/media.ts'
import { imageSourceSet } from '#contract/media-address.ts'
import { ifFailedEarly } from '#web/ui/failed-early.ts'
import css from '#web/ui/zine-sheet.module.css'

const mostSheets = 5

type ZineSheetProps = {
  pages: number
  ratio: number
  standIn?: string | null
  children: ReactNode
}

/** Staples and background sheets show the page count; tape marks a single page. */
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

/** One page at the needed width. Its placeholder shows through until the picture has loaded. */
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
      // entry-inline.ts makes the first eager. React would preload an eager one in the head.
      loading={isNext ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : undefined}
      // The first picture is decoded synchronously, so that it does not wait for scripts.
      decoding={isFirst ? 'sync' : 'async'}
      onError={onBroken}
    />
  )
}
