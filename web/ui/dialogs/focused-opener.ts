export function focusedOpener() {
  const opener = openerAt(document.activeElement)
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}

/** A menu item unmounts before its dialog closes, so the menu's button counts as the opener. */
export function openerAt(element: Element | null) {
  const menu = element?.closest('[role="menu"]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
}
