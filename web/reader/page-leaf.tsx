import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type CSSProperties, useEffect, useState } from 'react'
import { imageSourceSet } from '#contract/media-address.ts'
import { altLanguageOf } from '#contract/text-language.ts'
import type { FullZine, FullZinePage } from '#contract/zines.ts'
import { waitUntilReachable } from '#web/browser/wait-until-reachable.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { detectEarlyFailure } from '#web/ui/detect-early-failure.ts'
import { MissingMedia } from '#web/ui/states/missing-media.tsx'
import { ContentWarning } from '#web/zines/content-warning.tsx'
import { placeholderOf } from '#web/zines/zine-media.ts'
import css from './page-leaf.module.css'
import { sourceSetWithPrint } from './page-sizes.ts'
import { pageName } from './reader-address.ts'

type PageLeafProps = {
  page: FullZinePage
  pageIndex: number
  ratio: number
  zine: FullZine
  isShown: boolean
  /** Whether to load with high priority. In a narrow window, the other page of a spread does not fit. */
  hasPriority: boolean
  isSecond: boolean
  isNeighbour: boolean
  sizes: string
  onSettled: () => void
  /** Called when the reader declines a content note: skips the page or leaves. */
  onNotNow: (note: string) => void
}

export function PageLeaf({ page, pageIndex, ratio, zine, isShown, hasPriority, sizes, ...leaf }: PageLeafProps) {
  const { t } = useLingui()
  const { attempt, isBroken, markBroken, retry } = useAttempts(isShown)
  const { onSettled } = leaf
  const onBroken = () => {
    onSettled()
    markBroken()
  }
  return (
    <figure
      className={css.leaf}
      hidden={!isShown}
      aria-label={t(pageName(pageIndex, zine.pages.length))}
      data-second={leaf.isSecond ? '' : undefined}
      data-beside={leaf.isNeighbour ? '' : undefined}
      style={styleOf(ratio, placeholderOf(page, zine))}
    >
      {isBroken ? (
        isShown && <BrokenPage ratio={ratio} onRetry={retry} />
      ) : (
        <ContentWarning zine={zine} page={page} onNotNow={leaf.onNotNow}>
          <img
            // A new key creates a new element, because browsers do not retry a failed one.
            key={attempt}
            ref={(picture) => {
              detectEarlyFailure(onBroken)(picture)
              // The picture may have loaded before hydration, without an event.
              if (picture?.complete && picture.naturalWidth > 0) onSettled()
            }}
            src={page.url}
            // Retries without the print picture, which may have been withdrawn.
            srcSet={attempt === 0 ? sourceSetWithPrint(zine.id, pageIndex, page) : imageSourceSet(page.url, page.width)}
            sizes={sizes}
            alt={page.altText || t`Page ${ph({ number: pageIndex + 1 })} of ${ph({ title: zine.title })}`}
            {...altLanguageOf(page.altText, zine.language)}
            width={page.width ?? undefined}
            height={page.height ?? undefined}
            loading={hasPriority || !isShown ? 'eager' : 'lazy'}
            fetchPriority={hasPriority ? 'high' : 'low'}
            decoding="sync"
            draggable={false}
            onLoad={({ currentTarget }) => {
              onSettled()
              // Decodes hidden pages in advance, so that turning is instant.
              if (!isShown) currentTarget.decode().catch(() => undefined)
            }}
            onError={onBroken}
          />
        </ContentWarning>
      )}
    </figure>
  )
}

const styleOf = (ratio: number, placeholder: string | null) =>
  ({
    '--r': Number(ratio.toFixed(4)),
    '--placeholder': placeholder ? `url("${placeholder}")` : undefined,
  }) as CSSProperties

const BrokenPage = ({ ratio, onRetry }: { ratio: number; onRetry: () => void }) => {
  const { t } = useLingui()
  return (
    <div className={css.broken}>
      <MissingMedia title={t`Image unavailable`} message={t`This page could not be loaded.`} ratio={ratio} />
      <Button look="second" onClick={onRetry}>{t`Try again`}</Button>
    </div>
  )
}

/** Automatic retries per picture. */
const maxAutoRetries = 3

/** Retries on request, when the page is shown, and a few times when the site is reachable again. */
function useAttempts(isShown: boolean) {
  const [attempt, setAttempt] = useState(0)
  const [brokenAt, setBrokenAt] = useState<number>()
  const isBroken = brokenAt === attempt
  useEffect(() => {
    if (!isShown || !isBroken) return
    let isCancelled = attempt > maxAutoRetries
    void waitUntilReachable().then(() => isCancelled || setAttempt(attempt + 1))
    return () => {
      isCancelled = true
    }
  }, [isShown, isBroken, attempt])
  return {
    attempt,
    isBroken,
    // The first attempt includes the print picture. The second goes without it immediately.
    markBroken: () => (attempt === 0 ? setAttempt(1) : setBrokenAt(attempt)),
    retry: () => setAttempt(attempt + 1),
  }
}
