/** Listens to what happens to the page as a whole. Answers how to stop. */
export function onPage(handlers: Record<string, (event: Event) => void>) {
  const all = Object.entries(handlers)
  // Captured, because visibility changes are told to the document and do not come up here.
  for (const [name, handler] of all) window.addEventListener(name, handler, true)
  return () => {
    for (const [name, handler] of all) window.removeEventListener(name, handler, true)
  }
}
