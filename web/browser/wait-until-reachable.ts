/** Retry intervals in milliseconds, doubled after each failure; reset after a healthy period and online. */
const minIntervalMs = 1_500
const maxIntervalMs = 60_000
const resetAfterMs = 5 * maxIntervalMs
const timeoutMs = 10_000

let pendingWait: Promise<void> | undefined
let intervalMs = minIntervalMs
let checkedAt = Number.NEGATIVE_INFINITY

/** Resolves when the site answers again. Checks at intervals, and when the browser goes online. */
export function waitUntilReachable(): Promise<void> {
  pendingWait ??= pollUntilReachable().finally(() => {
    pendingWait = undefined
  })
  return pendingWait
}

function pollUntilReachable() {
  if (performance.now() - checkedAt > resetAfterMs) intervalMs = minIntervalMs
  return new Promise<void>((resolve) => {
    let timer: ReturnType<typeof setTimeout>
    const check = async () => {
      clearTimeout(timer)
      checkedAt = performance.now()
      if (!(await isReachable())) return scheduleCheck()
      window.removeEventListener('online', checkSoon)
      resolve()
    }
    /** The browser can be online a moment before its first requests arrive. */
    const checkSoon = () => {
      intervalMs = minIntervalMs
      return check()
    }
    const scheduleCheck = () => {
      timer = setTimeout(check, intervalMs)
      intervalMs = Math.min(intervalMs * 2, maxIntervalMs)
    }
    window.addEventListener('online', checkSoon)
    scheduleCheck()
  })
}

const isReachable = () =>
  fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  )
