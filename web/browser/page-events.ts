type Events = WindowEventMap & DocumentEventMap
type Handlers = { [Name in keyof Events]?: (event: Events[Name]) => void }

export function onPage(handlers: Handlers) {
  const all = Object.entries(handlers) as [string, (event: Event) => void][]
  // Uses the capture phase, because visibility events on the document do not bubble to the window.
  for (const [name, handler] of all) window.addEventListener(name, handler, true)
  return () => {
    for (const [name, handler] of all) window.removeEventListener(name, handler, true)
  }
}
