import { useEffect, useSyncExternalStore } from 'react'

/** Makes the whole document full screen, so that dialogs are visible too. Ends when the reader unmounts. */
export function useFullScreen() {
  const isFull = useSyncExternalStore(onChange, isFullScreen, () => false)
  const isOffered = useSyncExternalStore(
    onChange,
    () => document.fullscreenEnabled,
    // Most browsers offer it, and a button that appears later would move the others.
    () => true,
  )
  useEffect(() => () => leaveFullScreen(), [])
  const toggle = () => {
    if (isFull) leaveFullScreen()
    else document.documentElement.requestFullscreen().catch(() => undefined)
  }
  return { isFull, isOffered, toggle }
}

export const isFullScreen = () => document.fullscreenElement !== null

export function leaveFullScreen() {
  if (isFullScreen()) document.exitFullscreen().catch(() => undefined)
}

function onChange(changed: () => void) {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}
