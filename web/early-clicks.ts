/** How long an early click waits for scripts before it acts as a plain link, in milliseconds. */
const linkTimeoutMs = 2_000

type HoldOptions = {
  isSlow?: boolean
}

/** Holds the last click made before hydration and shows feedback. Returns a function that replays the click. */
export function holdClicks(page: Document, { isSlow }: HoldOptions = {}) {
  let heldControl: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const clear = () => {
    clearTimeout(timer)
    heldControl?.removeAttribute('aria-busy')
    heldControl = null
  }
  const onClick = (event: MouseEvent) => {
    const target = isPlainClick(event) ? controlAt(event.target) : null
    if (!target) return
    clear()
    heldControl = target
    heldControl.setAttribute('aria-busy', 'true')
    const isLink = target instanceof HTMLAnchorElement
    if (isLink && isSlow) return
    event.preventDefault()
    // During hydration the page's own listeners already exist, and would handle the click twice.
    event.stopImmediatePropagation()
    if (isLink) timer = setTimeout(release, linkTimeoutMs)
  }
  const release = () => {
    page.removeEventListener('click', onClick, true)
    const control = heldControl
    clear()
    if (control?.isConnected) control.click()
  }
  page.addEventListener('click', onClick, true)
  window.addEventListener('pagehide', clear)
  return release
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

const controlAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('a[href^="/"], button[type="button"]') : null
