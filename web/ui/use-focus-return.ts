import { useLayoutEffect, useRef } from 'react'

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

/** A menu item is gone by the time the dialog it opened closes, so its menu's button stands for it. */
export function focusedOpener() {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}
