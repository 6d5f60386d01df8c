/** How long an early click waits for scripts before it acts as a plain link, in milliseconds. */
const patience = 2_000

type Early = {
  isSlow?: boolean
}

/** Holds the last click made before hydration and shows feedback. Returns a function that replays the click. */
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
    // During hydration the page's own listeners already exist, and would handle the click twice.
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
  window.addEventListener('pagehide', forget)
  return release
}

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

const controlAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('a[href^="/"], button[type="button"]') : null
