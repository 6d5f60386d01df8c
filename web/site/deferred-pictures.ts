import { whenIdle } from '#web/ui/busy-clicks.ts'
import { waitForPictures } from '#web/ui/wait-for-pictures.ts'

/** On slow connections, loads pictures one by one. Observes their parents, because utilities.css hides the pictures. */
export function deferPictures(page: Document) {
  let queue = Promise.resolve()
  const visibility = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        visibility.unobserve(target)
        queue = queue.then(whenIdle).then(() => loadPictures(target))
      }
    },
    { rootMargin: '30%' },
  )
  const observeAll = () => {
    for (const picture of page.querySelectorAll(deferredSelector)) visibility.observe(picture.parentElement ?? picture)
  }
  const observer = new MutationObserver(observeAll)
  observer.observe(page.body, { childList: true, subtree: true })
  observeAll()
  return () => {
    observer.disconnect()
    visibility.disconnect()
  }
}

const deferredSelector = 'main img[loading="lazy"]:not([data-seen])'

async function loadPictures(parent: Element) {
  const pictures = [...parent.querySelectorAll<HTMLImageElement>(deferredSelector)]
  for (const picture of pictures) picture.setAttribute('data-seen', '')
  await waitForPictures(pictures)
}
