const patience = 80

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'
const regions = 'section, aside, form, [role="tabpanel"], [role="dialog"], [role="alertdialog"], main'
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]'

type Gap = { parent: Node | null; before: Node | null; gone: Node }
type Watched = { element: Element; gap?: Gap }

/** When the focused element disappears, focuses its replacement, a neighbour or the section. Returns a stop function. */
export function keepFocus(body: HTMLElement) {
  let focused: Watched | undefined
  let below: Watched | undefined
  let pressed: Element | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined

  const hear = ({ target }: Pick<FocusEvent, 'target'>) => {
    if (!(target instanceof Element)) return
    focused = { element: target }
    if (!target.closest(overlays)) below = focused
  }
  /** A click on the background releases focus on purpose. Removing an element or leaving the window does not. */
  const letGo = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget) return
    // Browsers blur a disabled element only on the next paint, so check again now.
    askForRescue()
    setTimeout(() => {
      const isMeant = target === focused?.element && !isGone(focused.element) && document.hasFocus()
      if (isMeant && isLost()) focused = undefined
    })
  }
  /** The second click of a double click on a replaced element does not release focus. */
  const press = (event: MouseEvent) => {
    if (event.detail < 2) pressed = event.target as Element
    else if (pressed && isGone(pressed)) event.preventDefault()
  }
  const look = (changes: MutationRecord[]) => {
    follow(below, changes)
    if (focused !== below) follow(focused, changes)
    askForRescue()
  }
  const askForRescue = () => {
    if (focused?.gap) waiting ??= setTimeout(rescue, patience)
  }
  const rescue = () => {
    waiting = undefined
    if (focused?.gap && isLost()) focusOn(placeFor(focused.gap, below))
  }

  // This module loads late, when an element may already have focus.
  if (!isLost()) hear({ target: document.activeElement })

  const observer = new MutationObserver(look)
  observer.observe(body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  body.addEventListener('focusin', hear)
  body.addEventListener('focusout', letGo)
  body.addEventListener('mousedown', press)
  return () => {
    observer.disconnect()
    body.removeEventListener('focusin', hear)
    body.removeEventListener('focusout', letGo)
    body.removeEventListener('mousedown', press)
    clearTimeout(waiting)
  }
}

const isLost = () => !document.activeElement || document.activeElement === document.body
const isGone = (element: Element) => !element.isConnected || element.matches(':disabled')

/** The parent may be removed a moment later, such as a list with its last row. Then the gap moves up. */
function follow(watched: Watched | undefined, changes: MutationRecord[]) {
  const last = watched?.gap ? watched.gap.parent : watched?.element
  if (watched && last instanceof Element && isGone(last)) watched.gap = gapOf(last, changes) ?? watched.gap
}

function gapOf(gone: Element, changes: MutationRecord[]): Gap | undefined {
  if (gone.isConnected) return { parent: gone.parentNode, before: gone.previousElementSibling, gone }
  for (const { removedNodes, target, previousSibling } of changes.toReversed()) {
    const removed = [...removedNodes].find((node) => node.contains(gone))
    if (removed) return { parent: target, before: previousSibling, gone: removed }
  }
}

function placeFor({ parent, before, gone }: Gap, below: Watched | undefined): Element | null {
  const main = document.querySelector('main')
  if (!(parent instanceof Element) || !parent.isConnected || !main || gone.contains(main)) return main
  // An overlay closed: returns focus to its earlier place, if that still exists.
  if (parent === document.body)
    return below ? (below.gap ? placeFor(below.gap, undefined) : below.element) : main
  const stays = gone.isConnected ? gone : before
  const after = elementFrom(stays?.isConnected ? stays.nextSibling : parent.firstChild, 'nextElementSibling')
  const earlier = elementFrom(before, 'previousElementSibling')
  const neighbour = earlier?.nodeName === gone.nodeName ? earlier : null
  return focusableIn(after) ?? focusableIn(neighbour) ?? parent.closest(regions) ?? main
}

const elementFrom = (node: Node | null, on: 'nextElementSibling' | 'previousElementSibling') =>
  node instanceof CharacterData ? node[on] : (node as Element | null)

function focusableIn(element: Element | null) {
  if (element?.matches(focusable)) return element
  return [...(element?.querySelectorAll(focusable) ?? [])].find((each) => each.checkVisibility())
}

function focusOn(place: Element | null) {
  if (!(place instanceof HTMLElement)) return
  if (!place.matches(focusable) && !place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus({ preventScroll: place.matches(regions) })
}
