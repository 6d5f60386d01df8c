import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Viewer } from '#contract/accounts.ts'
import { onPage } from '#web/browser/page-events.ts'
import { countedPath } from './counted-path.ts'
import { followSearches } from './follow-searches.ts'
import { openVisits, type VisitsClient } from './visits-client.ts'
import { watchSearches } from './watch-searches.ts'

type CountVisitsProps = { site: Parameters<typeof openVisits>[0]; viewer: Viewer | null }

/** Counts pages and searches as long as it is there; shows nothing. */
export function CountVisits({ site, viewer }: CountVisitsProps) {
  const [client, setClient] = useState<VisitsClient>()
  useEffect(() => {
    const opened = openVisits(site)
    setClient(opened)
    return opened.close
  }, [site])
  return client ? <Counting client={client} viewer={viewer} /> : null
}

function Counting({ client, viewer }: { client: VisitsClient; viewer: Viewer | null }) {
  useEffect(() => client.become(viewer?.analyticsId), [client, viewer?.analyticsId])
  useViews(client, viewer?.id)
  useSearches(client)
  return null
}

/** One for each address that the address bar names, a zine over another page among them. */
function useViews(client: VisitsClient, viewerId: string | undefined) {
  const { key } = useLocation()
  const [views] = useState({ last: '' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new viewer is no new view, and each key may be a new address
  useEffect(() => {
    const path = countedPath(window.location.pathname, viewerId)
    if (path !== views.last) client.view(path)
    views.last = path
  }, [client, key])
}

/** A search under way counts as one when its person leaves, before the library sends what it has. */
function useSearches(client: VisitsClient) {
  const queries = useQueryClient()
  useEffect(() => {
    const watch = watchSearches(client.search)
    const stops = [followSearches(queries, watch), onPage({ pagehide: watch.settle }), watch.forget]
    return () => {
      for (const stop of stops) stop()
    }
  }, [client, queries])
}
