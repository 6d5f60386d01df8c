import { whenQuiet } from '#web/ui/waiting.ts'

/**
 * On a slow line a picture is fetched when it is about to be seen, and none while something that was pressed is waited
 * for: browsers fetch those of several screens ahead, and everything else waits behind them. Until a picture has
 * `data-seen` it is kept out of sight (utilities.css), so its parent is watched.
 */
export function sparePictures(page: Document) {
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        seen.unobserve(target)
        void whenQuiet().then(() => show(target))
      }
    },
    { rootMargin: '30%' },
  )
  const watchAll = () => {
    for (const picture of page.querySelectorAll(hidden)) seen.observe(picture.parentElement ?? picture)
  }
  const observer = new MutationObserver(watchAll)
  observer.observe(page.body, { childList: true, subtree: true })
  watchAll()
  return () => {
    observer.disconnect()
    seen.disconnect()
  }
}

const hidden = 'main img[loading="lazy"]:not([data-seen])'

function show(parent: Element) {
  for (const picture of parent.querySelectorAll(hidden)) picture.setAttribute('data-seen', '')
}
