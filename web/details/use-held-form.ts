import { type RefObject, useEffect } from 'react'
import { leadToRefused } from './refused.ts'

/** While a detail is refused its form is not sent: whoever sends it is led back to the field. */
export function useHeldForm(part: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const form = part.current?.closest('form')
    const hold = (event: SubmitEvent) => {
      if (!part.current?.parentNode || !leadToRefused(part.current.parentNode)) return
      event.preventDefault()
      // React listens further up, so that no form has to ask for its details itself.
      event.stopPropagation()
    }
    form?.addEventListener('submit', hold)
    return () => form?.removeEventListener('submit', hold)
  }, [part])
}
