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
  /** Whether to load with high priority. In a narrow window, the other page of a spread does not fit. */
  isRead: boolean
  isSecond: boolean
  isBeside: boolean
  sizes: string
  onSettled: () => void
  /** Called when the reader declines a content note: skips the page or leaves. */
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
            // A new key creates a new element, because browsers do not retry a failed one.
            key={attempt}
            ref={(picture) => {
              ifFailedEarly(onBroken)(picture)
              // The picture may have loaded before hydration, without an event.
              if (picture?.complete && picture.naturalWidth > 0) onSettled()
            }}
            src={page.url}
            // Retries without the print picture, which may have been withdrawn.
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
              // Decodes hidden pages in advance, so that turning is instant.
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

/** Automatic retries per picture. */
const mostByItself = 3

/** Retries on request, when the page is shown, and a few times when the site is reachable again. */
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
    // The first attempt includes the print picture. The second goes without it immediately.
    breakUp: () => (attempt === 0 ? setAttempt(1) : setBrokenAt(attempt)),
    retry: () => setAttempt(attempt + 1),
  }
}
