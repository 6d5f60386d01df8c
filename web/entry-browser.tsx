import '@vitejs/plugin-react/preamble'
import './styles.css'
import { holdClicks } from './early-clicks.ts'

/** A paint is reported a little before it is on the screen; in milliseconds. */
const paintTakes = 100
/** At most this long, in milliseconds, a browser that reports no paint is waited for. */
const longestWait = 1_500

/**
 * What is seen first comes first: the page is whole without scripts, so they are fetched once it has been
 * painted and do not compete with its fonts and pictures.
 */
const letClicksThrough = holdClicks(document)
afterPaint(() => {
  for (const script of laterScripts()) preload(script)
  import('./start.tsx').then(({ start }) => start()).finally(letClicksThrough)
})

function afterPaint(start: () => void) {
  const isReported = PerformanceObserver.supportedEntryTypes.includes('paint')
  if (!isReported || document.visibilityState === 'hidden') return start()
  const timer = setTimeout(go, longestWait)
  const observer = new PerformanceObserver(go)
  observer.observe({ type: 'paint', buffered: true })
  function go() {
    clearTimeout(timer)
    observer.disconnect()
    setTimeout(start, paintTakes)
  }
}

const laterScripts = () =>
  document.querySelector<HTMLElement>('script[data-later]')?.dataset.later?.split(' ') ?? []

function preload(href: string) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}
