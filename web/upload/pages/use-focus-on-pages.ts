import { useLayoutEffect, useRef } from 'react'

/** What was pressed to choose or remove pages may go with them: focus is then given to the page that is shown. */
export function useFocusOnPages(count: number) {
  const stage = useRef<HTMLElement>(null)
  const before = useRef(count)
  useLayoutEffect(() => {
    const isChanged = before.current !== count
    before.current = count
    if (!isChanged || document.activeElement !== document.body) return
    const place = stage.current?.querySelector<HTMLElement>('[aria-current], [type="file"]')
    ;(place ?? stage.current)?.focus()
  }, [count])
  return stage
}
