export type TrackedSearch = { tab: string; text: string; results: number; hasMore: boolean }

/** How long a text must stay unchanged to count as a search, in milliseconds. */
const settleMs = 2_000

export function trackSearches(report: (search: TrackedSearch) => void, wait = settleMs) {
  let pending: TrackedSearch | undefined
  let reported: TrackedSearch | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function cancel() {
    clearTimeout(timer)
    pending = undefined
  }
  function flush() {
    if (!pending) return
    report(pending)
    reported = pending
    cancel()
  }
  return {
    cancel,
    flush,
    track(search: TrackedSearch) {
      if (isSame(search, pending)) return
      cancel()
      if (isSame(search, reported)) return
      pending = search
      timer = setTimeout(flush, wait)
    },
  }
}

export type SearchTracker = ReturnType<typeof trackSearches>

const isSame = (a: TrackedSearch, b: TrackedSearch | undefined) => a.tab === b?.tab && a.text === b.text
