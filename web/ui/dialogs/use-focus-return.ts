import { useEffect, useLayoutEffect, useRef } from 'react'
import { focusedOpener } from './focused-opener.ts'

type FocusTarget = HTMLElement | null | undefined

/**
 * A handler for a dialog's `onCloseAutoFocus`: gives focus back to where it was when the dialog opened, or to the
 * section that was opened from, when what was focused there is gone.
 */
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
    const target = [first, ...targets.current].find((each) => each?.isConnected)
    target?.focus()
  }
}

/** A sheet that stays while its content changes: focus has to be brought to what carries `data-autofocus`. */
export function useStepFocus(step: string) {
  const sheet = useRef<HTMLDivElement>(null)
  const seen = useRef(step)
  useEffect(() => {
    if (seen.current === step) return
    seen.current = step
    sheet.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [step])
  return sheet
}
