import { useEffect, useRef } from 'react'

/** Scrolls to a new offer and focuses it, but never takes the focus from a member who is writing or in a dialog. */
export function useShownOffer<Element extends HTMLElement>(isNew: boolean) {
  const offer = useRef<Element>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an offer is new once, when it appears
  useEffect(() => {
    if (!isNew || document.activeElement?.closest('[role="dialog"], textarea, input:not([type="file"])')) return
    offer.current?.focus({ preventScroll: true })
    offer.current?.scrollIntoView({ block: 'center' })
  }, [])
  return offer
}
