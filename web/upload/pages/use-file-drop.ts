import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { onPage } from '#web/browser/page-events.ts'
import { DropError, readDroppedFiles } from './dropped-files.ts'

type DropHandlers = { onFiles: (files: File[]) => void; onProblem: (message: string) => void }

/**
 * Accepts files and folders anywhere, because the browser would open a file that misses. Leaves text and links to the
 * browser, and what is dragged from this page. True while files are dragged over.
 */
export function useFileDrop({ onFiles, onProblem }: DropHandlers) {
  const [isDraggedOver, setDraggedOver] = useState(false)
  const add = useEffectEvent(onFiles)
  const report = useEffectEvent(onProblem)
  useEffect(() => {
    let isMounted = true
    let isFromPage = false
    const filesOf = ({ dataTransfer }: DragEvent) =>
      !isFromPage && dataTransfer?.types.includes('Files') ? dataTransfer : undefined
    async function addDropped(dropped: DataTransfer) {
      try {
        const files = await readDroppedFiles(dropped)
        if (isMounted) add(files)
      } catch (error) {
        if (isMounted) report(error instanceof DropError ? error.message : unreadableMessage)
      }
    }
    const stop = onPage({
      dragstart: () => {
        isFromPage = true
      },
      dragend: () => {
        isFromPage = false
      },
      // A removed element gets no dragend.
      pointerdown: () => {
        isFromPage = false
      },
      dragover: (event) => {
        if (!filesOf(event)) return
        event.preventDefault()
        setDraggedOver(true)
      },
      dragleave: ({ relatedTarget }) => relatedTarget === null && setDraggedOver(false),
      drop: (event) => {
        const dropped = filesOf(event)
        setDraggedOver(false)
        if (!dropped) return
        event.preventDefault()
        void addDropped(dropped)
      },
    })
    return () => {
      isMounted = false
      stop()
    }
  }, [])
  return isDraggedOver
}

const unreadableMessage = 'This folder could not be read. Choose its files instead.'

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
