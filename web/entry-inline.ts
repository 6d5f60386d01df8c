import { holdClicks } from './early-clicks.ts'
import { isSlowConnection } from './slow-connection.ts'

/* Inlined in each document, so every byte counts, and it must not import a module that another script imports. It applies
 the chosen theme, holds early clicks and orders the first downloads. */
const root = document.documentElement
const { fonts, later } = document.currentScript?.dataset ?? {}
const isSlow = isSlowConnection(window)

applyTheme()
hideDismissed()
fetchFirstPicture()
if (isSlow) holdPictures('slow', 20_000)
else {
  holdPictures('first', 1_000)
  preload('preload', fonts, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' })
}
const release = holdClicks(document, { isSlow })
document.addEventListener('foldout:live', release)
if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
  new PerformanceObserver((_, paint) => {
    paint.disconnect()
    releasePictures('first')
    // Each in a task of its own, because adding them takes long enough to delay a click.
    for (const file of later?.split(' ') ?? []) setTimeout(() => preload('modulepreload', file), 100)
  }).observe({ type: 'paint', buffered: true })
}

/** Applies the theme chosen in `theme-choice.ts`. Never throws, because the code below must run. */
function applyTheme() {
  try {
    const theme = JSON.parse(localStorage.getItem('foldout:theme') ?? '')
    root.dataset.theme = theme
    for (const meta of document.querySelectorAll<HTMLMetaElement>('[data-scheme]'))
      meta.media = meta.dataset.scheme === theme ? 'all' : 'not all'
  } catch {}
}

/** Hides a banner dismissed in `announcement.tsx`. Never throws, because the code below must run. */
function hideDismissed() {
  try {
    const { announcement } = root.dataset
    if (localStorage.getItem('foldout:dismissed') === JSON.stringify(announcement)) root.dataset.dismissed = ''
  } catch {}
}

/** Makes the first picture eager, because a lazy one would wait for layout. */
function fetchFirstPicture() {
  const parserObserver = new MutationObserver(() => {
    const first = document.querySelector<HTMLImageElement>('main img[fetchpriority="high"]')
    if (first) first.loading = 'eager'
    if (first || document.readyState !== 'loading') parserObserver.disconnect()
  })
  parserObserver.observe(root, { childList: true, subtree: true })
}

/** Delays pictures by at most `maxMs`. */
function holdPictures(phase: 'slow' | 'first', maxMs: number) {
  root.dataset.network = phase
  setTimeout(releasePictures, maxMs, phase)
}

function releasePictures(phase: 'slow' | 'first') {
  if (root.dataset.network === phase) delete root.dataset.network
}

function preload(rel: string, files: string | undefined, attributes: Partial<HTMLLinkElement> = {}) {
  for (const href of files?.split(' ') ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel, href }, attributes))
}
