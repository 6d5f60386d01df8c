import { type CSSProperties, useEffect, useState } from 'react'
import { imageSourceSet } from '#contract/media-address.ts'
import type { OpenPage, OpenZine } from '#contract/zines.ts'
import { reachable } from '#web/browser/reachable.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ifFailedEarly } from '#web/ui/failed-early.ts'
import { MissingMedia } from '#web/ui/states/missing-media.tsx'
import { Covering } from '#web/zines/covering.tsx'
import css from './page-leaf.module.css'
import { sourcesOf } from './page-sizes.ts'
import { pageName } from './read-address.ts'

type PageLeafProps = {
  page: OpenPage
  place: number
  ratio: number
  zine: OpenZine
  isShown: boolean
  /** Whether it is fetched before all else. The one beside it may turn out to have no room. */
  isRead: boolean
  /** Whether it lies behind the fold of a spread, and whether it is not the page that was asked for. */
  isSecond: boolean
  isBeside: boolean
  sizes: string
  onSettled: () => void
  /** Whoever does not want to see what a note covers goes on, or away. */
  onNotNow: (note: string) => void
}

export function PageLeaf({ page, place, ratio, zine, isShown, isRead, sizes, ...leaf }: PageLeafProps) {
  const { attempt, isBroken, breakUp, retry } = useAttempts(isShown)
  const name = pageName(place, zine.pages.length)
  const { onSettled } = leaf
  const onBroken = () => {
    onSettled()
    breakUp()
  }
  return (
    <figure
      className={css.leaf}
      hidden={!isShown}
      aria-label={name}
      data-second={leaf.isSecond ? '' : undefined}
      data-beside={leaf.isBeside ? '' : undefined}
      style={styleOf(ratio, page.placeholder)}
    >
      {isBroken ? (
        isShown && <BrokenPage ratio={ratio} onRetry={retry} />
      ) : (
        <Covering {...{ zine, page, onNotNow: leaf.onNotNow }}>
          <img
            // Another element: browsers do not ask again for one that failed.
            key={attempt}
            ref={(picture) => {
              ifFailedEarly(onBroken)(picture)
              // One that came before this script ran tells nobody either.
              if (picture?.complete && picture.naturalWidth > 0) onSettled()
            }}
            src={page.url}
            // The picture for paper may have been withdrawn.
            srcSet={attempt === 0 ? sourcesOf(zine.id, place, page) : imageSourceSet(page.url, page.width)}
            sizes={sizes}
            alt={page.altText || `Page ${place + 1} of ${zine.title}`}
            width={page.width ?? undefined}
            height={page.height ?? undefined}
            loading={isRead || !isShown ? 'eager' : 'lazy'}
            fetchPriority={isRead ? 'high' : 'low'}
            decoding="sync"
            draggable={false}
            onLoad={({ currentTarget }) => {
              onSettled()
              // Hidden, it is decoded now, so that turning to it takes no time.
              if (!isShown) currentTarget.decode().catch(() => undefined)
            }}
            onError={onBroken}
          />
        </Covering>
      )}
    </figure>
  )
}

const styleOf = (ratio: number, placeholder: string | null) =>
  ({
    '--r': Number(ratio.toFixed(4)),
    '--stand-in': placeholder ? `url("${placeholder}")` : undefined,
  }) as CSSProperties

const BrokenPage = ({ ratio, onRetry }: { ratio: number; onRetry: () => void }) => (
  <div className={css.broken}>
    <MissingMedia title="Image unavailable" sentence="This page could not be loaded." ratio={ratio} />
    <Button look="second" onClick={onRetry}>
      Try again
    </Button>
  </div>
)

/** How often a picture is asked for again by itself. */
const mostByItself = 3

/**
 * A picture that failed is asked for again when somebody wants it, when its page is turned to, and a few times when the
 * site can be reached again.
 */
function useAttempts(isShown: boolean) {
  const [attempt, setAttempt] = useState(0)
  const [brokenAt, setBrokenAt] = useState<number>()
  const isBroken = brokenAt === attempt
  useEffect(() => {
    if (!isShown || !isBroken) return
    let isGone = attempt > mostByItself
    void reachable().then(() => isGone || setAttempt(attempt + 1))
    return () => {
      isGone = true
    }
  }, [isShown, isBroken, attempt])
  return {
    attempt,
    isBroken,
    // The first is asked for with the picture for paper; without that it may still be there.
    breakUp: () => (attempt === 0 ? setAttempt(1) : setBrokenAt(attempt)),
    retry: () => setAttempt(attempt + 1),
  }
}
