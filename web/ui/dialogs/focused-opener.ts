/** What has the focus, as what a dialog was opened from. */
export function focusedOpener() {
  const opener = openerAt(document.activeElement)
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}

/** A menu item is gone by the time the dialog it opened closes, so its menu's button stands for it. */
export function openerAt(element: Element | null) {
  const menu = element?.closest('[role="menu"]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
}
