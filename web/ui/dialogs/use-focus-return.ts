import { useLayoutEffect, useRef } from 'react'
import { focusedOpener } from './focused-opener.ts'

type Place = HTMLElement | null | undefined

/**
 * A handler for a dialog's `onCloseAutoFocus`: gives focus back to where it was when the dialog opened, or to the
 * section that was opened from, when what was focused there is gone.
 */
export function useFocusReturn(open: boolean, returnFocusTo?: Place | (() => Place)) {
  const places = useRef<Place[]>([])
  useLayoutEffect(() => {
    if (!open) return
    const opener = focusedOpener()
    places.current = [opener, opener?.closest<HTMLElement>('section[tabindex]')]
  }, [open])
  return (event: Event) => {
    event.preventDefault()
    const first = typeof returnFocusTo === 'function' ? returnFocusTo() : returnFocusTo
    const target = [first, ...places.current].find((place) => place?.isConnected)
    target?.focus()
  }
}
