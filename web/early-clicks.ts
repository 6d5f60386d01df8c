/** How long, in milliseconds, a link that was clicked early waits for the scripts before it acts as a plain link. */
const patience = 2_000

/**
 * Keeps the last click on a link or button that was made before the page could answer it. Calling what it
 * returns repeats that click and lets all others through.
 */
export function holdClicks(page: Document) {
  let held: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const hold = (event: MouseEvent) => {
    const target = isPlain(event) ? controlAt(event.target) : null
    if (!target) return
    event.preventDefault()
    held = target
    clearTimeout(timer)
    if (target instanceof HTMLAnchorElement) timer = setTimeout(release, patience)
  }
  const release = () => {
    clearTimeout(timer)
    page.removeEventListener('click', hold, true)
    if (held?.isConnected) held.click()
    held = null
  }
  page.addEventListener('click', hold, true)
  return release
}

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

const controlAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('a[href^="/"], button[type="button"]') : null
