import { useEffect } from 'react'

const works = new Set<object>()
const listeners = new Set<() => void>()
const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** Whether something that was typed or chosen would be lost with the page. */
export const isWorkUnsaved = () => works.size > 0

/** Calls back when that changes; returns how to stop. */
export function onUnsavedWork(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** While it is unsaved, the browser asks before the tab is closed or left, and an ended session takes nothing away. */
export function useUnsavedWork(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return
    const work = {}
    works.add(work)
    changed()
    return () => {
      works.delete(work)
      changed()
    }
  }, [isUnsaved])
}

function changed() {
  if (isWorkUnsaved()) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
  for (const listener of listeners) listener()
}
