import { useEffect, useRef } from 'react'

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
