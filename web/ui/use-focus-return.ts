import { useLayoutEffect, useRef } from 'react'

/** A handler for a dialog's `onCloseAutoFocus`: gives focus back to where it was when the dialog opened. */
export function useFocusReturn(open: boolean, returnFocusTo?: HTMLElement | null) {
  const opener = useRef<HTMLElement | null>(null)
  useLayoutEffect(() => {
    if (open) opener.current = focusedOpener()
  }, [open])
  return (event: Event) => {
    event.preventDefault()
    const target = returnFocusTo ?? opener.current
    if (target?.isConnected) target.focus()
  }
}

/** A menu item is gone by the time the dialog it opened closes, so its menu's button stands for it. */
export function focusedOpener() {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}
