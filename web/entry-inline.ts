import { holdPresses } from './early-presses.ts'
import { isSlowLine } from './slow-line.ts'

/*
 * Stands in the document itself, so that it runs before anything is fetched: holds what is pressed early, and says what
 * is fetched first: the picture that is seen first, and on a slow line the scripts, elsewhere the faces that the page is
 * set in. Every byte of it is in every document, and it imports nothing that another script does.
 */
const root = document.documentElement
const { fonts, later } = document.currentScript?.dataset ?? {}
const isSlow = isSlowLine(window)

hideDismissed()
fetchFirstPicture()
// A slow line's other pictures and our faces wait for the scripts (`start.tsx`), a quick one's for the first paint.
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

/** What `announcement.tsx` keeps. It never throws, for all the rest follows. */
function hideDismissed() {
  try {
    const { announcement } = root.dataset
    if (localStorage.getItem('foldout:dismissed') === JSON.stringify(announcement))
      root.dataset.dismissed = ''
  } catch {}
}

/** As soon as it has been read: a lazy picture would be asked for when the page has been laid out. */
function fetchFirstPicture() {
  const reading = new MutationObserver(() => {
    const first = document.querySelector<HTMLImageElement>('main img[fetchpriority="high"]')
    if (first) first.loading = 'eager'
    if (first || document.readyState !== 'loading') reading.disconnect()
  })
  reading.observe(root, { childList: true, subtree: true })
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
