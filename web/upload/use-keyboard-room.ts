import { useEffect } from 'react'

/** Meanwhile a keyboard on the screen makes the window smaller, where the browser can do so, and hides nothing of it. */
export function useKeyboardRoom() {
  useEffect(() => {
    const viewport = document.querySelector<HTMLMetaElement>('meta[name="viewport"]')
    if (!viewport) return
    const before = viewport.content
    viewport.content = `${before}, interactive-widget=resizes-content`
    return () => {
      viewport.content = before
    }
  }, [])
}
