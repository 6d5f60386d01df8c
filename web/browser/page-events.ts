type Events = WindowEventMap & DocumentEventMap
type Handlers = { [Name in keyof Events]?: (event: Events[Name]) => void }

/** Listens to what happens to the page as a whole. Answers how to stop. */
export function onPage(handlers: Handlers) {
  const all = Object.entries(handlers) as [string, (event: Event) => void][]
  // Captured, because visibility changes are told to the document and do not come up here.
  for (const [name, handler] of all) window.addEventListener(name, handler, true)
  return () => {
    for (const [name, handler] of all) window.removeEventListener(name, handler, true)
  }
}
