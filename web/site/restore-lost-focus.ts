const rescueDelayMs = 80

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]'
const regions = 'section, aside, form, [role="tabpanel"], [role="dialog"], [role="alertdialog"], main'
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"]'

type Gap = { parent: Node | null; before: Node | null; removed: Node }
type TrackedElement = { element: Element; gap?: Gap }

/** When the focused element disappears, focuses its replacement, a neighbour or the section. Returns a stop function. */
export function restoreLostFocus(body: HTMLElement) {
  let focused: TrackedElement | undefined
  let belowOverlay: TrackedElement | undefined
  let pressed: Element | undefined
  let isUsingPointer = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const onFocusIn = ({ target }: Pick<FocusEvent, 'target'>) => {
    if (!(target instanceof Element)) return
    focused = { element: target }
    if (!target.closest(overlays)) belowOverlay = focused
  }
  /** A click on the background releases focus on purpose. Removing an element or leaving the window does not. */
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget) return
    // Browsers blur a disabled element only on the next paint, so check again now.
    scheduleRescue()
    setTimeout(() => {
      const isDeliberate = target === focused?.element && !isUnfocusable(focused.element) && document.hasFocus()
      if (isDeliberate && isFocusLost()) focused = undefined
    })
  }
  /** The second click of a double click on a replaced element does not release focus. */
  const onMouseDown = (event: MouseEvent) => {
    if (event.detail < 2) pressed = event.target as Element
    else if (pressed && isUnfocusable(pressed)) event.preventDefault()
  }
  const onInput = ({ type }: Event) => {
    isUsingPointer = type === 'pointerdown'
  }
  const onMutations = (changes: MutationRecord[]) => {
    trackRemoval(belowOverlay, changes)
    if (focused !== belowOverlay) trackRemoval(focused, changes)
    scheduleRescue()
  }
  const scheduleRescue = () => {
    if (focused?.gap) timer ??= setTimeout(rescue, rescueDelayMs)
  }
  const rescue = () => {
    timer = undefined
    if (focused?.gap && isFocusLost()) focusOn(focusTargetFor(focused.gap, belowOverlay), isUsingPointer)
  }

  // This module loads late, when an element may already have focus.
  if (!isFocusLost()) onFocusIn({ target: document.activeElement })

  const observer = new MutationObserver(onMutations)
  observer.observe(body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  body.addEventListener('focusin', onFocusIn)
  body.addEventListener('focusout', onFocusOut)
  body.addEventListener('mousedown', onMouseDown)
  body.addEventListener('pointerdown', onInput, true)
  body.addEventListener('keydown', onInput, true)
  return () => {
    observer.disconnect()
    body.removeEventListener('focusin', onFocusIn)
    body.removeEventListener('focusout', onFocusOut)
    body.removeEventListener('mousedown', onMouseDown)
    body.removeEventListener('pointerdown', onInput, true)
    body.removeEventListener('keydown', onInput, true)
    clearTimeout(timer)
  }
}

const isFocusLost = () => !document.activeElement || document.activeElement === document.body
const isUnfocusable = (element: Element) => !element.isConnected || element.matches(':disabled')

/** The parent may be removed a moment later, such as a list with its last row. Then the gap moves up. */
function trackRemoval(tracked: TrackedElement | undefined, changes: MutationRecord[]) {
  const last = tracked?.gap ? tracked.gap.parent : tracked?.element
  if (tracked && last instanceof Element && isUnfocusable(last)) tracked.gap = gapOf(last, changes) ?? tracked.gap
}

function gapOf(element: Element, changes: MutationRecord[]): Gap | undefined {
  if (element.isConnected)
    return { parent: element.parentNode, before: element.previousElementSibling, removed: element }
  for (const { removedNodes, target, previousSibling } of changes.toReversed()) {
    const removed = [...removedNodes].find((node) => node.contains(element))
    if (removed) return { parent: target, before: previousSibling, removed }
  }
}

function focusTargetFor({ parent, before, removed }: Gap, belowOverlay: TrackedElement | undefined): Element | null {
  const main = document.querySelector('main')
  if (!(parent instanceof Element) || !parent.isConnected || !main || removed.contains(main)) return main
  // An overlay closed: returns focus to its earlier place, if that still exists.
  if (parent === document.body)
    return belowOverlay ? (belowOverlay.gap ? focusTargetFor(belowOverlay.gap, undefined) : belowOverlay.element) : main
  const remaining = removed.isConnected ? removed : before
  const after = elementFrom(remaining?.isConnected ? remaining.nextSibling : parent.firstChild, 'nextElementSibling')
  const earlier = elementFrom(before, 'previousElementSibling')
  const neighbour = earlier?.nodeName === removed.nodeName ? earlier : null
  return focusableIn(after) ?? focusableIn(neighbour) ?? parent.closest(regions) ?? main
}

const elementFrom = (node: Node | null, on: 'nextElementSibling' | 'previousElementSibling') =>
  node instanceof CharacterData ? node[on] : (node as Element | null)

function focusableIn(element: Element | null) {
  if (element?.matches(focusable)) return element
  return [...(element?.querySelectorAll(focusable) ?? [])].find((candidate) => candidate.checkVisibility())
}

/** After a click there is no focus ring. Browsers would show one, because a menu moves focus by script. */
function focusOn(target: Element | null, isUsingPointer: boolean) {
  if (!(target instanceof HTMLElement)) return
  if (!target.matches(focusable) && !target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: target.matches(regions), ...(isUsingPointer && { focusVisible: false }) })
}
