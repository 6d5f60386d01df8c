import { useRef, useSyncExternalStore } from 'react'
import { isWorkUnsaved, onUnsavedWork } from '#web/ui/forms/unsaved-work.ts'
import { useViewer } from './viewer.ts'

/** The viewer, or the last viewer while they have unsaved work after their session ended. */
export function useViewerWhileUnsaved() {
  const viewer = useViewer()
  const isUnsaved = useSyncExternalStore(onUnsavedWork, isWorkUnsaved, () => false)
  const lastViewer = useRef(viewer)
  if (viewer || !isUnsaved) lastViewer.current = viewer
  return lastViewer.current
}
