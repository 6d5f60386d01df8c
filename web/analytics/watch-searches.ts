export type SeenSearch = { tab: string; text: string; results: number; hasMore: boolean }

/** How long a text must stay unchanged to count as a search, in milliseconds. */
const settlesAfter = 2_000

export function watchSearches(tell: (search: SeenSearch) => void, wait = settlesAfter) {
  let seen: SeenSearch | undefined
  let told: SeenSearch | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function forget() {
    clearTimeout(timer)
    seen = undefined
  }
  function settle() {
    if (!seen) return
    tell(seen)
    told = seen
    forget()
  }
  return {
    forget,
    settle,
    see(search: SeenSearch) {
      if (isSame(search, seen)) return
      forget()
      if (isSame(search, told)) return
      seen = search
      timer = setTimeout(settle, wait)
    },
  }
}

export type SearchWatch = ReturnType<typeof watchSearches>

const isSame = (one: SeenSearch, other: SeenSearch | undefined) =>
  one.tab === other?.tab && one.text === other.text
