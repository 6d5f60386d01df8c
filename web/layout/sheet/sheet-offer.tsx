import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import ways from '#web/ui/controls/ways.module.css'
import { isLandscape, isSheetShaped, pagesPerSheet } from './sheet-cells.ts'
import css from './sheet-offer.module.css'
import { type SheetProps, SplitSheetButton } from './split-sheet-button.tsx'
import { useShownOffer } from './use-shown-offer.ts'

/** Offers to split the current page if it may be a sheet with eight pages. Nothing is split without confirmation. */
export function SheetOffer({ busy, ...props }: SheetProps & { busy: boolean }) {
  const { t } = useLingui()
  const { pages, pageIndex, maxPages, sending } = props
  const [initialUrls] = useState(() => new Set(pages.map(({ url }) => url)))
  const [declinedUrls, setDeclinedUrls] = useState<ReadonlySet<string>>(new Set())
  const page = pages[pageIndex]
  const isPossible =
    page !== undefined && !page.recipe && isSheetShaped(page) && maxPages >= pagesPerSheet && sending.pages.length === 0
  const isRecognised = useRecognised(isPossible ? page.url : undefined)
  if (!isPossible) return null
  if (isRecognised && !declinedUrls.has(page.url)) {
    return (
      <RecognisedSheet
        key={page.url}
        {...props}
        busy={busy}
        isNew={!initialUrls.has(page.url)}
        onDecline={() => setDeclinedUrls(new Set([...declinedUrls, page.url]))}
      />
    )
  }
  // Most portrait pages are as tall as a turned sheet.
  if (!isRecognised && pages.length > 2 && !isLandscape({ width: page.width ?? 0, height: page.height ?? 0 }))
    return null
  return (
    <div className={ways.ways}>
      <SplitSheetButton {...props} look="second" busy={busy}>{t`One sheet, eight pages`}</SplitSheetButton>
    </div>
  )
}

type RecognisedProps = SheetProps & { busy: boolean; isNew: boolean; onDecline: () => void }

function RecognisedSheet({ busy, isNew, onDecline, ...props }: RecognisedProps) {
  const { t } = useLingui()
  const offer = useShownOffer<HTMLElement>(isNew)
  return (
    <section ref={offer} className={css.offer} tabIndex={-1} aria-label={t`One sheet, eight pages`}>
      <strong>{t`This looks like one sheet with eight pages.`}</strong>
      <div className={ways.ways}>
        <SplitSheetButton {...props} busy={busy}>{t`Split it into eight pages`}</SplitSheetButton>
        <Button look="second" size="small" onClick={onDecline}>{t`Keep it whole`}</Button>
      </div>
    </section>
  )
}

/** An unreadable picture is not recognised. Its page can still be split. */
function useRecognised(url: string | undefined) {
  const [recognised, setRecognised] = useState<{ url: string; isSheet: boolean }>()
  useEffect(() => {
    if (!url) return
    let isCurrent = true
    const recognise = async () => {
      const [{ openSmallSheet, readPixels }, { isFoldedSheet }] = await Promise.all([
        import('./sheet-picture.ts'),
        import('./recognise-sheet.ts'),
      ])
      const picture = await openSmallSheet(url)
      const isSheet = isFoldedSheet(readPixels(picture))
      picture.source.close()
      if (isCurrent) setRecognised({ url, isSheet })
    }
    recognise().catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [url])
  return recognised?.url === url && recognised?.isSheet === true
}
