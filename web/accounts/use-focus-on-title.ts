import { useEffect, useRef } from 'react'

/**
 * For the `main` of a page that goes through steps: when one takes away what had focus, or brings what was waited for,
 * the heading of the next has it, and is read out.
 */
export function useFocusOnTitle(step: string) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    if (document.activeElement === document.body) main.current?.querySelector('h1')?.focus()
  }, [step])
  return main
}
