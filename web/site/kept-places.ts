import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { onPage } from '#web/browser/page-events.ts'
import { readPlaces } from './scroll-positions.ts'

const lengthsKey = 'foldout:list-lengths'
const mostPages = 20
/** How long, in milliseconds, a page is waited for to become as tall as it was, and followed as far as it is. */
const patience = 15_000

type List = InfiniteData<{ nextCursor: string | null }, string | null>

/**
 * React Router scrolls once, when a page is drawn. After a reload its lists are still to be read then: this scrolls to
 * where it was left once it is as tall again, with as much of its lists as there was. Whoever moves first is let be.
 */
export function keepPlaces(queries: QueryClient) {
  const places = readPlaces()
  const lengths = readLengths()
  const stopKeeping = onPage({ pagehide: () => keepLengths(queries) })
  let stop = () => {}
  return {
    /** A page is drawn now. Each place is returned to once: React Router knows all that came later. */
    arrive: (place: string) => {
      stop()
      const y = places[place]
      delete places[place]
      if (y) stop = returnTo(y, () => readOn(queries, lengths))
    },
    stop: () => {
      stop()
      stopKeeping()
    },
  }
}

function returnTo(y: number, readMore: () => void) {
  const look = () => {
    // As far as there is: it may have become shorter for good.
    window.scrollTo(0, y)
    if (document.documentElement.scrollHeight - window.innerHeight < y) readMore()
    else stop()
  }
  let frame = 0
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(look)
  })
  observer.observe(document.body)
  const timer = setTimeout(() => stop(), patience)
  const stopHearing = onPage({ wheel: () => stop(), pointerdown: () => stop(), keydown: () => stop() })
  const stop = () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    stopHearing()
  }
  return stop
}

/** Reads as many pages of the lists on the screen as there were; once for each. */
function readOn(queries: QueryClient, lengths: Record<string, number>) {
  for (const { queryKey, state, options } of queries.getQueryCache().findAll({ type: 'active' })) {
    const [path] = queryKey as [string]
    const pages = lengths[path]
    if (!pages || !state.data) continue
    delete lengths[path]
    const list = { queryKey, queryFn: options.queryFn, initialPageParam: null, staleTime: 0 }
    const getNextPageParam = (last: List['pages'][number]) => last.nextCursor
    queries.fetchInfiniteQuery({ ...list, getNextPageParam, pages } as never).catch(() => undefined)
  }
}

function keepLengths(queries: QueryClient) {
  const lists = queries.getQueriesData<Partial<List>>({}).flatMap(([[path], list]) => {
    const pages = list?.pages?.length ?? 0
    return pages > 1 ? [[path, Math.min(pages, mostPages)]] : []
  })
  try {
    if (lists.length === 0) sessionStorage.removeItem(lengthsKey)
    else sessionStorage.setItem(lengthsKey, JSON.stringify(Object.fromEntries(lists)))
  } catch {
    // Nothing is remembered where nothing can be kept.
  }
}

function readLengths(): Record<string, number> {
  try {
    return { ...JSON.parse(sessionStorage.getItem(lengthsKey) ?? '{}') }
  } catch {
    return {}
  }
}
