import { type RefObject, useEffect, useRef } from 'react'

/** After Load more, moves focus to the first of the new cards, where the button was. */
export function useFocusOnMore(list: RefObject<HTMLElement | null>, count: number | undefined) {
  const before = useRef(count)
  useEffect(() => {
    const had = before.current
    before.current = count
    if (!had || !count || count <= had) return
    if (document.activeElement !== document.body && !list.current?.contains(document.activeElement)) return
    const card = list.current?.querySelectorAll('article')[had]
    card?.querySelector<HTMLElement>('h3 a, a')?.focus({ preventScroll: true })
  }, [list, count])
}
