import { type RefObject, useEffect } from 'react'
import { waitForPictures } from './wait-for-pictures.ts'

/**
 * Loads the pictures of an area before they are printed. Scripts can delay only a print that a key starts: with the browser’s
 * menu, a picture that is still loading is missing in browsers that do not wait for it.
 */
export function usePicturesOnPaper(area: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let isWaiting = false
    const load = () => {
      const pictures = [...(area.current?.querySelectorAll('img') ?? [])]
      for (const picture of pictures) picture.loading = 'eager'
      return pictures.filter(({ complete }) => !complete)
    }
    const printWhenLoaded = async (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return
      const missing = load()
      if (missing.length === 0 && !isWaiting) return
      event.preventDefault()
      if (isWaiting) return
      isWaiting = true
      await waitForPictures(missing)
      isWaiting = false
      window.print()
    }
    window.addEventListener('beforeprint', load)
    window.addEventListener('keydown', printWhenLoaded)
    return () => {
      window.removeEventListener('beforeprint', load)
      window.removeEventListener('keydown', printWhenLoaded)
    }
  }, [area])
}
