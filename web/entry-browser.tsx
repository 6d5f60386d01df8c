import '@vitejs/plugin-react/preamble'
import './styles.css'
import { holdClicks } from './early-clicks.ts'

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
  if (document.visibilityState === 'hidden') start()
  else requestAnimationFrame(() => setTimeout(start))
}

const laterScripts = () =>
  document.querySelector<HTMLElement>('script[data-later]')?.dataset.later?.split(' ') ?? []

function preload(href: string) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}
