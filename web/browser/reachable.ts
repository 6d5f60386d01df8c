/** Retry intervals in milliseconds, doubled after each failure and reset after a healthy period. */
const shortest = 1_500
const longest = 60_000
const forgotten = 5 * longest
const patience = 10_000

let asking: Promise<void> | undefined
let pause = shortest
let askedAt = Number.NEGATIVE_INFINITY

/** Resolves when the site answers again. Checks at intervals, and when the browser goes online. */
export function reachable(): Promise<void> {
  asking ??= untilReached().finally(() => {
    asking = undefined
  })
  return asking
}

function untilReached() {
  if (performance.now() - askedAt > forgotten) pause = shortest
  return new Promise<void>((reached) => {
    let timer: ReturnType<typeof setTimeout>
    const ask = async () => {
      clearTimeout(timer)
      askedAt = performance.now()
      if (!(await answers())) return askLater()
      window.removeEventListener('online', ask)
      reached()
    }
    const askLater = () => {
      timer = setTimeout(ask, pause)
      pause = Math.min(pause * 2, longest)
    }
    window.addEventListener('online', ask)
    askLater()
  })
}

const answers = () =>
  fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(patience) }).then(
    ({ ok }) => ok,
    () => false,
  )
