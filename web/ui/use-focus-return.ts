import { useLayoutEffect, useRef } from 'react'
import { focusedOpener } from './focused-opener.ts'

/**
 * A handler for a dialog's `onCloseAutoFocus`: gives focus back to where it was when the dialog opened, or to the
 * section that was opened from, when what was focused there is gone.
 */
export function useFocusReturn(open: boolean, returnFocusTo?: HTMLElement | null) {
  const places = useRef<(HTMLElement | null | undefined)[]>([])
  useLayoutEffect(() => {
    if (!open) return
    const opener = focusedOpener()
    places.current = [opener, opener?.closest<HTMLElement>('section[tabindex]')]
  }, [open])
  return (event: Event) => {
    event.preventDefault()
    const target = [returnFocusTo, ...places.current].find((place) => place?.isConnected)
    target?.focus()
  }
}
