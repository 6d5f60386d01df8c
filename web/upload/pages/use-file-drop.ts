import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { onPage } from '#web/browser/page-events.ts'

/**
 * Takes files dropped anywhere on the window, so that a near miss does not open the file in place of the page.
 * True while files are held over the window.
 */
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
