import { useRef, useSyncExternalStore } from 'react'
import { isWorkUnsaved, onUnsavedWork } from '#web/ui/unsaved-work.ts'
import { useViewer } from '#web/viewer.ts'

/** The viewer; after the session has ended whoever it was, as long as something of theirs is unsaved. */
export function useWriter() {
  const viewer = useViewer()
  const isUnsaved = useSyncExternalStore(onUnsavedWork, isWorkUnsaved, () => false)
  const writer = useRef(viewer)
  if (viewer || !isUnsaved) writer.current = viewer
  return writer.current
}
