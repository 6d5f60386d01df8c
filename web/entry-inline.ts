import { holdPresses } from './early-presses.ts'
import { isSlowLine } from './slow-line.ts'

/*
 * Stands in the document itself, so that it runs before anything is fetched: holds what is pressed early, and says what
 * is fetched first. On a slow line that is the scripts, elsewhere the faces that the page is set in and what is seen first
 * of its pictures. Every byte of it is in every document, and it imports nothing that another script does.
 */
const root = document.documentElement
const { fonts, later } = document.currentScript?.dataset ?? {}
const isSlow = isSlowLine(window)

// A slow line's pictures and our faces wait for the scripts (`start.tsx`), a quick one's pictures for the first paint.
if (isSlow) holdPictures('slow', 20_000)
else {
  holdPictures('first', 1_000)
  preload('preload', fonts, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
}
const release = holdPresses(document, { isSlow })
document.addEventListener('foldout:live', release)
if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
  new PerformanceObserver((_, paint) => {
    paint.disconnect()
    releasePictures('first')
    // A paint is reported a little before it is on the screen.
    setTimeout(() => preload('modulepreload', later), 100)
  }).observe({ type: 'paint', buffered: true })
}

/** Not longer than `longest`, in milliseconds, whatever they are held for. */
function holdPictures(line: 'slow' | 'first', longest: number) {
  root.dataset.line = line
  setTimeout(releasePictures, longest, line)
}

function releasePictures(line: 'slow' | 'first') {
  if (root.dataset.line === line) delete root.dataset.line
}

function preload(rel: string, files: string | undefined, how: Partial<HTMLLinkElement> = {}) {
  for (const href of files?.split(' ') ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel, href }, how))
}
