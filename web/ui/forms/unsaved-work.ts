import { useEffect } from 'react'

const works = new Set<object>()
const listeners = new Set<() => void>()
const ask = (event: BeforeUnloadEvent) => event.preventDefault()

export const isWorkUnsaved = () => works.size > 0

export function onUnsavedWork(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** While work is unsaved, the browser asks before the page closes, and the work survives an expired session. */
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
