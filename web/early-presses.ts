/** How long, in milliseconds, a link that was pressed early waits for the scripts before it acts as a plain link. */
const patience = 2_000

type Early = {
  /** Scripts that are far away are not worth waiting for: a link acts as a plain one at once. */
  isSlow?: boolean
}

/**
 * Keeps the last press of a link or button that was made before the page could answer it, and shows at once that it was
 * heard. Calling what it returns repeats that press and lets all others through.
 */
export function holdPresses(page: Document, { isSlow }: Early = {}) {
  let held: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const forget = () => {
    clearTimeout(timer)
    held?.removeAttribute('aria-busy')
    held = null
  }
  const hold = (event: MouseEvent) => {
    const target = isPlain(event) ? controlAt(event.target) : null
    if (!target) return
    forget()
    held = target
    held.setAttribute('aria-busy', 'true')
    const isLink = target instanceof HTMLAnchorElement
    if (isLink && isSlow) return
    event.preventDefault()
    // While the page takes over, its own listeners are there already: they would answer twice.
    event.stopImmediatePropagation()
    if (isLink) timer = setTimeout(release, patience)
  }
  const release = () => {
    page.removeEventListener('click', hold, true)
    const repeated = held
    forget()
    if (repeated?.isConnected) repeated.click()
  }
  page.addEventListener('click', hold, true)
  // Who comes back to a page that was put aside has left that press behind.
  window.addEventListener('pagehide', forget)
  return release
}

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

const controlAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('a[href^="/"], button[type="button"]') : null
