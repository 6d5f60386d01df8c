import { whenQuiet } from '#web/ui/waiting.ts'

const longest = 10_000

/** On slow connections, loads pictures one by one. Observes their parents, because utilities.css hides the pictures. */
export function sparePictures(page: Document) {
  let last = Promise.resolve()
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        seen.unobserve(target)
        last = last.then(whenQuiet).then(() => show(target))
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

async function show(parent: Element) {
  const pictures = [...parent.querySelectorAll<HTMLImageElement>(hidden)]
  for (const picture of pictures) picture.setAttribute('data-seen', '')
  const late = new Promise((resolve) => setTimeout(resolve, longest))
  await Promise.race([Promise.all(pictures.map(settled)), late])
}

const settled = (picture: HTMLImageElement) =>
  picture.complete ||
  new Promise((resolve) => {
    for (const event of ['load', 'error']) picture.addEventListener(event, resolve, { once: true })
  })
