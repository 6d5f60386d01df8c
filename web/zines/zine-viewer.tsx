import { type CSSProperties, useEffect, useState } from 'react'
import type { ZinePage } from '#contract/media.ts'
import { imageSourceSet } from '#contract/media-address.ts'
import type { Zine } from '#contract/zines.ts'
import { Carousel } from '#web/ui/carousel/carousel.tsx'
import { turn } from '#web/ui/carousel/carousel-order.ts'
import { MissingMedia } from '#web/ui/states/missing-media.tsx'
import css from './zine-detail.module.css'
import { pageCount, ratioOf } from './zine-media.ts'
import { PageImage, ZineSheet } from './zine-sheet.tsx'

/** On a small screen a little less than it is, so that only a dense one asks for twice the pixels. */
const pageSizes = '(min-width: 52rem) 24rem, 14rem'

type ZineViewerProps = { zine: Zine; pages: ZinePage[]; index: number; onTurn: (index: number) => void }

/** The pages, one at a time and never cropped, on a stage as tall as the tallest of them. */
export function ZineViewer({ zine, pages, index, onTurn }: ZineViewerProps) {
  const page = pages[index]
  useNeighbours(pages, index)
  const stage = Math.min(...pages.map((each) => ratioOf(each, zine)))
  return (
    <Carousel label={`Pages of ${zine.title}`} count={pages.length} index={index} onTurn={onTurn}>
      <div
        className={css.stage}
        style={{ '--stage': Number.isFinite(stage) ? stage : 4 / 5 } as CSSProperties}
      >
        {page ? (
          <Page key={page.url} zine={zine} page={page} number={index + 1} />
        ) : (
          <MissingMedia title="Content unavailable" sentence="This media could not be loaded" />
        )}
      </div>
    </Carousel>
  )
}

function Page({ zine, page, number }: { zine: Zine; page: ZinePage; number: number }) {
  const [broken, setBroken] = useState(false)
  const ratio = ratioOf(page, zine)
  const words = page.altText || (number === 1 ? `Cover of ${zine.title}` : `Page ${number} of ${zine.title}`)
  if (broken) {
    return page.kind === 'image' ? (
      <MissingMedia title="Image unavailable" sentence="This image could not be loaded" ratio={ratio} />
    ) : (
      <MissingMedia title="Content unavailable" sentence="This media could not be loaded" ratio={ratio} />
    )
  }
  return (
    <ZineSheet pages={pageCount(zine)} ratio={ratio}>
      {page.kind === 'image' ? (
        <PageImage
          page={page}
          alt={words}
          sizes={pageSizes}
          priority="now"
          onBroken={() => setBroken(true)}
        />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: zines have no caption files; the description stands beside
        <video
          src={page.url}
          poster={page.posterUrl ?? undefined}
          aria-label={words}
          width={page.width ?? undefined}
          height={page.height ?? undefined}
          controls
          playsInline
          preload="metadata"
          onError={() => setBroken(true)}
        />
      )}
    </ZineSheet>
  )
}

/** Fetches the pages on both sides, so that turning shows them at once. */
function useNeighbours(pages: ZinePage[], index: number) {
  useEffect(() => {
    for (const by of [1, -1]) {
      const page = pages[turn(index, by, pages.length)]
      if (page?.kind !== 'image' || page === pages[index]) continue
      const image = new Image()
      image.sizes = pageSizes
      image.srcset = imageSourceSet(page.url, page.width) ?? ''
      image.src = page.url
    }
  }, [pages, index])
}
