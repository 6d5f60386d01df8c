import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { onPage } from '#web/browser/page-events.ts'

/** Accepts drops anywhere, because the browser would open a file that misses. True while files are dragged over. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  const drop = useEffectEvent((event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...(event.dataTransfer?.files ?? [])])
  })
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    return onPage({ dragover: hold, dragleave: leave, drop: (event) => drop(event) })
  }, [])
  return over
}

/** Moves focus to the visible page when a removed button had focus. */
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
