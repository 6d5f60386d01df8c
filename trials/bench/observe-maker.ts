export type Observed = {
  start: number
  drawn: number
  changed: number
  waits: number[]
  renderMs: number
  fonts: string[]
}

/** Runs in the page: notes when the maker has drawn, how long after a change, how long pages take to draw, and which fonts pages load. */
export function observe() {
  const figures: Observed = { start: 0, drawn: 0, changed: 0, waits: [], renderMs: 0, fonts: [] }
  Object.assign(globalThis, { observed: figures })
  addEventListener('click', ({ timeStamp }) => Object.assign(figures, { start: timeStamp, drawn: 0 }), true)
  const noteChange = ({ timeStamp }: Event) => Object.assign(figures, { changed: figures.changed || timeStamp })
  addEventListener('input', noteChange, true)
  addEventListener('pointermove', (event) => event.buttons && noteChange(event), true)
  const noteDrawn = () => {
    figures.drawn ||= performance.now()
    if (figures.changed) figures.waits.push(performance.now() - figures.changed)
    figures.changed = 0
  }
  const canvas = HTMLCanvasElement.prototype
  canvas.getContext = new Proxy(canvas.getContext, {
    apply(getContext, element: HTMLCanvasElement, args) {
      // The frame is painted before the next task.
      if (element.dataset.drawn) setTimeout(noteDrawn)
      return Reflect.apply(getContext, element, args)
    },
  })
  globalThis.FontFace = new Proxy(FontFace, {
    construct(FontFace, args) {
      figures.fonts.push(args[1].slice('url('.length, -1))
      return Reflect.construct(FontFace, args)
    },
  })
  /** Since the click or the last upload, because pages are drawn and uploaded one after another. */
  const addRenderTime = () => {
    const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const uploads = requests.filter(({ name }) => name.includes('/api/uploads'))
    const before = Math.max(figures.start, ...uploads.map(({ responseEnd }) => responseEnd))
    figures.renderMs += performance.now() - before
  }
  Worker.prototype.postMessage = new Proxy(Worker.prototype.postMessage, {
    apply(postMessage, worker: Worker, args) {
      worker.addEventListener('message', addRenderTime, { once: true })
      return Reflect.apply(postMessage, worker, args)
    },
  })
}
