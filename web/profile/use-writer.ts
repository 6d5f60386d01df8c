import { useRef, useSyncExternalStore } from 'react'
import { useViewer } from '#web/accounts/viewer.ts'
import { isWorkUnsaved, onUnsavedWork } from '#web/ui/forms/unsaved-work.ts'

/** The viewer; after the session has ended whoever it was, as long as something of theirs is unsaved. */
export function useWriter() {
  const viewer = useViewer()
  const isUnsaved = useSyncExternalStore(onUnsavedWork, isWorkUnsaved, () => false)
  const writer = useRef(viewer)
  if (viewer || !isUnsaved) writer.current = viewer
  return writer.current
}
