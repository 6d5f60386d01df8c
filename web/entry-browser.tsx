import '@vitejs/plugin-react/preamble'
import './styles.css'
import { reachable } from './browser/reachable.ts'

/** A paint is reported a little before it is on the screen; in milliseconds. */
const paintTakes = 100
/** At most this long, in milliseconds, a browser that reports no paint is waited for. */
const longestWait = 1_500

/**
 * What is seen first comes first: the page is whole without scripts, so they are fetched once it has been
 * painted and do not compete with its fonts and pictures.
 */
afterPaint(() => import('./start.tsx').then(({ start }) => start()).then(live, startAnew))

/** Has what was pressed until now be answered (`entry-inline.ts`). */
function live() {
  document.dispatchEvent(new Event('foldout:live'))
}

/** A page whose scripts did not arrive is fetched again, once, when the site can be reached. */
function startAnew(error: unknown) {
  reportError(error)
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit?.type !== 'reload') void reachable().then(() => location.reload())
}

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
