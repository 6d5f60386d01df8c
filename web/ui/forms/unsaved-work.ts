import { useEffect } from 'react'

const unsavedItems = new Set<object>()
const listeners = new Set<() => void>()
const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()

export const isWorkUnsaved = () => unsavedItems.size > 0

export function onUnsavedWork(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** While work is unsaved, the browser asks before the page closes, and the work survives an expired session. */
export function useUnsavedWork(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return
    const work = {}
    unsavedItems.add(work)
    updateWarning()
    return () => {
      unsavedItems.delete(work)
      updateWarning()
    }
  }, [isUnsaved])
}

function updateWarning() {
  if (isWorkUnsaved()) window.addEventListener('beforeunload', warnBeforeUnload)
  else window.removeEventListener('beforeunload', warnBeforeUnload)
  for (const listener of listeners) listener()
}
