import type { QueryClient } from '@tanstack/react-query'
import type { OpenZine, Zine } from '#contract/zines.ts'

type Cached = { zine?: OpenZine; zines?: Zine[]; pages?: Cached[] } | null | undefined

/** A zine as any cached list or page knows it. */
export function findCachedZine(queries: QueryClient, id: string): Zine | undefined {
  for (const query of queries.getQueryCache().getAll()) {
    const found = zinesIn(query.state.data as Cached).find((zine) => zine.id === id)
    if (found) return found
  }
}

/** Changes a zine everywhere it is cached; gives back a function that puts everything as it was. */
export function patchCachedZine(queries: QueryClient, id: string, patch: (zine: Zine) => Partial<Zine>) {
  const holding = {
    predicate: (query: { state: { data: unknown } }) =>
      zinesIn(query.state.data as Cached).some((zine) => zine.id === id),
  }
  const before = queries.getQueriesData(holding)
  queries.setQueriesData<Cached>(holding, (cached) => patched(cached, id, patch))
  return () => {
    for (const [key, data] of before) queries.setQueryData(key, data)
  }
}

const zinesIn = (cached: Cached): Zine[] => {
  if (!cached) return []
  if (Array.isArray(cached.zines)) return cached.zines
  if (Array.isArray(cached.pages)) return cached.pages.flatMap(zinesIn)
  return cached.zine?.id ? [cached.zine] : []
}

function patched(cached: Cached, id: string, patch: (zine: Zine) => Partial<Zine>): Cached {
  if (!cached) return cached
  const change = <Some extends Zine>(zine: Some) => (zine.id === id ? { ...zine, ...patch(zine) } : zine)
  return {
    ...cached,
    ...(cached.zine && { zine: change(cached.zine) }),
    ...(cached.zines && { zines: cached.zines.map(change) }),
    ...(cached.pages && { pages: cached.pages.map((page) => patched(page, id, patch)) }),
  }
}
