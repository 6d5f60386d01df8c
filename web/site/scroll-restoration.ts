import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { persistInTab, readInTab, removeInTab } from '#web/browser/local-storage.ts'
import { onPage } from '#web/browser/page-events.ts'
import { scrollPositionsKey } from '#web/browser/storage-keys.ts'

const maxPages = 20
/** How long to wait for a page to reach its earlier height, in milliseconds. */
const timeoutMs = 15_000

type List = InfiniteData<{ nextCursor: string | null }, string | null>

/** Restores scroll positions and lists after a reload, for which React Router is too early. User input cancels this. */
export function startScrollRestoration(queries: QueryClient) {
  const positions = { ...(readInTab(scrollPositionsKey) as Record<string, number>) }
  const lengths = { ...(readInTab('foldout:list-lengths') as Record<string, number>) }
  const stopSaving = onPage({ pagehide: () => saveLengths(queries) })
  let stop = () => {}
  return {
    /** Call this when a page has rendered. Restores each place once, because React Router handles later visits. */
    onPageRendered: (key: string) => {
      stop()
      const y = positions[key]
      delete positions[key]
      if (y) stop = restoreScroll(y, () => loadPages(queries, lengths))
    },
    stop: () => {
      stop()
      stopSaving()
    },
  }
}

function restoreScroll(y: number, loadMore: () => void) {
  const scroll = () => {
    // Scrolls as far as possible, because the page may be shorter now.
    window.scrollTo(0, y)
    if (document.documentElement.scrollHeight - window.innerHeight < y) loadMore()
    else stop()
  }
  let frame = 0
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(scroll)
  })
  observer.observe(document.body)
  const timer = setTimeout(() => stop(), timeoutMs)
  const stopListening = onPage({ wheel: () => stop(), pointerdown: () => stop(), keydown: () => stop() })
  const stop = () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    stopListening()
  }
  return stop
}

/** Loads as many pages of each visible list as before, once per list. */
function loadPages(queries: QueryClient, lengths: Record<string, number>) {
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

function saveLengths(queries: QueryClient) {
  const lists = queries.getQueriesData<Partial<List>>({}).flatMap(([[path], list]) => {
    const pages = list?.pages?.length ?? 0
    return pages > 1 ? [[path, Math.min(pages, maxPages)]] : []
  })
  if (lists.length === 0) removeInTab('foldout:list-lengths')
  else persistInTab('foldout:list-lengths', Object.fromEntries(lists))
}
