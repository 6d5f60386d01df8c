import '@vitejs/plugin-react/preamble'
import './styles.css'
import { waitUntilReachable } from './browser/wait-until-reachable.ts'

/** How long the screen takes to show a reported paint, in milliseconds. */
const paintDelayMs = 100
/** How long to wait in browsers that report no paint, in milliseconds. */
const maxWaitMs = 1_500

/** The page works without scripts, so they load after the first paint. */
afterPaint(() => import('./start.tsx').then(({ start }) => start()).then(announceReady, reloadWhenReachable))

/** Makes `entry-inline.ts` replay early clicks. */
function announceReady() {
  document.dispatchEvent(new Event('foldout:live'))
}

/** If scripts failed to load, reloads the page once when the site is reachable. */
function reloadWhenReachable(error: unknown) {
  reportError(error)
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (visit?.type !== 'reload') void waitUntilReachable().then(() => location.reload())
}

function afterPaint(start: () => void) {
  const isReported = PerformanceObserver.supportedEntryTypes.includes('paint')
  if (!isReported || document.visibilityState === 'hidden') return start()
  const timer = setTimeout(proceed, maxWaitMs)
  const observer = new PerformanceObserver(proceed)
  observer.observe({ type: 'paint', buffered: true })
  function proceed() {
    clearTimeout(timer)
    observer.disconnect()
    setTimeout(start, paintDelayMs)
  }
}
