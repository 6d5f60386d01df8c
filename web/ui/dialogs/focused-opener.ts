/** A menu item is gone by the time the dialog it opened closes, so its menu's button stands for it. */
export function focusedOpener() {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return opener instanceof HTMLElement && opener !== document.body ? opener : null
}
