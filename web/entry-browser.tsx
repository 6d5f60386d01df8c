import '@vitejs/plugin-react/preamble'
import './styles.css'
import { reachable } from './browser/reachable.ts'

/** How long the screen takes to show a reported paint, in milliseconds. */
const paintTakes = 100
/** How long to wait in browsers that report no paint, in milliseconds. */
const longestWait = 1_500

/** The page works without scripts, so they load after the first paint. */
afterPaint(() => import('./start.tsx').then(({ start }) => start()).then(live, startAnew))

/** Makes `entry-inline.ts` replay early clicks. */
function live() {
  document.dispatchEvent(new Event('foldout:live'))
}

/** If scripts failed to load, reloads the page once when the site is reachable. */
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
