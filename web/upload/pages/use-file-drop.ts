import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { onPage } from '#web/browser/page-events.ts'

/** Accepts drops anywhere, because the browser would open a file that misses. True while files are dragged over. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isDraggedOver, setDraggedOver] = useState(false)
  const onDrop = useEffectEvent((event: DragEvent) => {
    event.preventDefault()
    setDraggedOver(false)
    onFiles([...(event.dataTransfer?.files ?? [])])
  })
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setDraggedOver(true)
    }
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setDraggedOver(false)
    return onPage({ dragover: onDragOver, dragleave: onDragLeave, drop: (event) => onDrop(event) })
  }, [])
  return isDraggedOver
}

/** Moves focus to the visible page when a removed button had focus. */
export function useFocusOnPages(count: number) {
  const stage = useRef<HTMLElement>(null)
  const before = useRef(count)
  useLayoutEffect(() => {
    const isChanged = before.current !== count
    before.current = count
    if (!isChanged || document.activeElement !== document.body) return
    const target = stage.current?.querySelector<HTMLElement>('[aria-current], [type="file"]')
    ;(target ?? stage.current)?.focus()
  }, [count])
  return stage
}
