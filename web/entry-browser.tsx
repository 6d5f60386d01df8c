import '@vitejs/plugin-react/preamble'
import './styles.css'
import { reachable } from './browser/reachable.ts'

/** Milliseconds between a reported paint and the screen. */
const paintTakes = 100
/** Milliseconds to wait for browsers that report no paint. */
const longestWait = 1_500

/** The page works without scripts, so they load after the first paint. */
afterPaint(() => import('./start.tsx').then(({ start }) => start()).then(live, startAnew))

/** Replays early clicks (`entry-inline.ts`). */
function live() {
  document.dispatchEvent(new Event('foldout:live'))
}

/** Reloads once, when the site is reachable, if scripts failed to load. */
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
