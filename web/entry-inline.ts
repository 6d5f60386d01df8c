import { holdPresses } from './early-presses.ts'
import { isSlowLine } from './slow-line.ts'

/*
 * Stands in the document itself, so that it runs before anything is fetched: holds what is pressed early, and says what
 * is fetched first. On a slow line that is the scripts, elsewhere the faces that the page is set in. Every byte of it is
 * in every document, and it imports nothing that another script does.
 */
/** In milliseconds. */
const longest = 20_000
const root = document.documentElement
const { fonts, later } = document.currentScript?.dataset ?? {}
const isSlow = isSlowLine(window)

if (isSlow) spareLine()
else preload('preload', fonts, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
const release = holdPresses(document, { isSlow })
document.addEventListener('foldout:live', release)
if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
  new PerformanceObserver((_, paint) => {
    paint.disconnect()
    // A paint is reported a little before it is on the screen.
    setTimeout(() => preload('modulepreload', later), 100)
  }).observe({ type: 'paint', buffered: true })
}

/** Pictures further down and our faces wait for the scripts (`start.tsx`), and not longer than they are waited for. */
function spareLine() {
  root.dataset.line = 'slow'
  setTimeout(() => root.dataset.line === 'slow' && delete root.dataset.line, longest)
}

function preload(rel: string, files: string | undefined, how: Partial<HTMLLinkElement> = {}) {
  for (const href of files?.split(' ') ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel, href }, how))
}
