import type { CSSProperties, ReactNode } from 'react'
import type { ZinePage } from '#contract/media.ts'
import { imageSourceSet } from '#contract/media-address.ts'
import { detectEarlyFailure } from '#web/ui/detect-early-failure.ts'
import css from '#web/ui/zine-sheet.module.css'

const maxSheets = 5

type ZineSheetProps = {
  pages: number
  ratio: number
  placeholder?: string | null
  children: ReactNode
}

/** Staples and background sheets show the page count; tape marks a single page. */
export function ZineSheet({ pages, ratio, placeholder, children }: ZineSheetProps) {
  return (
    <span
      className={css.sheet}
      data-pages={pages > 1 ? Math.min(pages, maxSheets) : undefined}
      style={
        {
          '--r': Number(ratio.toFixed(4)),
          '--placeholder': placeholder ? `url("${placeholder}")` : undefined,
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
  lang?: string
  dir?: string
  sizes: string
  isFirst?: boolean
  isNext?: boolean
  onBroken: () => void
}

/** One page at the needed width. Its placeholder shows through until the picture has loaded. */
export function PageImage({ page, alt, sizes, isFirst, isNext, onBroken, ...language }: PageImageProps) {
  return (
    <img
      ref={detectEarlyFailure(onBroken)}
      src={page.url}
      srcSet={imageSourceSet(page.url, page.width)}
      sizes={sizes}
      alt={alt}
      {...language}
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
