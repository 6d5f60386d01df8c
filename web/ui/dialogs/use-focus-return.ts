import { useEffect, useLayoutEffect, useRef } from 'react'
import { focusedOpener } from './focused-opener.ts'

type FocusTarget = HTMLElement | null | undefined

/** Handles `onCloseAutoFocus`: returns focus to the opener, or to its section if the opener no longer exists. */
export function useFocusReturn(open: boolean, returnFocusTo?: FocusTarget | (() => FocusTarget)) {
  const targets = useRef<FocusTarget[]>([])
  useLayoutEffect(() => {
    if (!open) return
    const opener = focusedOpener()
    targets.current = [opener, opener?.closest<HTMLElement>('section[tabindex]')]
  }, [open])
  return (event: Event) => {
    event.preventDefault()
    const first = typeof returnFocusTo === 'function' ? returnFocusTo() : returnFocusTo
    const target = [first, ...targets.current].find((candidate) => candidate?.isConnected)
    target?.focus()
  }
}

/** Moves focus to `data-autofocus` on each view of a dialog whose content changes. */
export function useViewFocus(view: string) {
  const sheet = useRef<HTMLDivElement>(null)
  const lastView = useRef(view)
  useEffect(() => {
    if (lastView.current === view) return
    lastView.current = view
    sheet.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [view])
  return sheet
}
