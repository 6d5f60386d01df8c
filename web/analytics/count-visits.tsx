import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type CaptureResult, PostHog, type PostHogConfig } from 'posthog-js/dist/module.slim.no-external.js'
import { useEffect, useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import type { Viewer } from '#contract/accounts.ts'
import type * as contract from '#contract/search.ts'
import type { ZineList } from '#contract/zines.ts'
import { pathStart } from '#web/api/call.ts'
import { onPage } from '#web/browser/page-events.ts'
import type { PageHandle } from '#web/page-data/page-data.tsx'
import { type SearchTracker, type TrackedSearch, trackSearches } from './track-searches.ts'

type CountVisitsProps = { site: Parameters<typeof openVisits>[0]; viewer: Viewer | null }

export function CountVisits({ site, viewer }: CountVisitsProps) {
  const [client, setClient] = useState<VisitsClient>()
  useEffect(() => {
    const visitsClient = openVisits(site)
    setClient(visitsClient)
    return visitsClient.close
  }, [site])
  return client ? <Counting client={client} viewer={viewer} /> : null
}

function Counting({ client, viewer }: { client: VisitsClient; viewer: Viewer | null }) {
  useEffect(() => client.identify(viewer?.analyticsId), [client, viewer?.analyticsId])
  useCountViews(client, viewer?.id)
  useCountSearches(client)
  return null
}

function useCountViews(client: VisitsClient, viewerId: string | undefined) {
  const { key } = useLocation()
  const { path: pattern = '*' } = (useMatches().at(-1)?.handle ?? {}) as PageHandle
  const [views] = useState({ last: '' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new viewer is not a new view, and each key may be a new address
  useEffect(() => {
    const path = countedPath(window.location.pathname, pattern, viewerId)
    if (path !== views.last) client.view(path)
    views.last = path
  }, [client, key])
}

/** Counts a pending search on `pagehide`. */
function useCountSearches(client: VisitsClient) {
  const queries = useQueryClient()
  useEffect(() => {
    const tracker = trackSearches(client.search)
    const cleanups = [followSearches(queries, tracker), onPage({ pagehide: tracker.flush }), tracker.cancel]
    return () => {
      for (const stop of cleanups) stop()
    }
  }, [client, queries])
}

const publicPage = /^\/(zine|profile)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The path for zines and other members' profiles, else the page's pattern, because IDs can be private. */
export function countedPath(pathname: string, pattern: string, viewerId: string | undefined) {
  const path = pathname.toLowerCase().replace(/(.)\/$/, '$1')
  const isOwnPage = viewerId !== undefined && path.includes(viewerId)
  return publicPage.test(path) && !isOwnPage ? path : pattern
}

const creatorsPath = pathStart<typeof contract.searchCreators>('/api/search/users')
const zinesPath = pathStart<typeof contract.searchZines>('/api/search/zines')

/** Observes searches through the query cache. Returns a stop function. */
export function followSearches(queries: QueryClient, tracker: SearchTracker) {
  const cache = queries.getQueryCache()
  const update = () => {
    const activeQueries = cache.findAll({ type: 'active', predicate: (query) => callOf(query).text !== '' })
    const searches = activeQueries.map(toTrackedSearch)
    const last = searches.at(-1)
    if (activeQueries.length === 0 && window.location.pathname !== '/') tracker.flush()
    // Another search is pending, so the previous text was only an intermediate state of typing.
    else if (last === undefined || searches.includes(undefined)) tracker.cancel()
    else tracker.track(last)
  }
  update()
  return cache.subscribe(update)
}

function callOf({ queryKey: [path] }: Query) {
  const { pathname, searchParams } = new URL(String(path), 'http://api')
  return { pathname, text: searchParams.get('search') ?? '', filter: searchParams.get('filter') }
}

function toTrackedSearch(query: Query): TrackedSearch | undefined {
  const data = query.state.data as { pages: (contract.CreatorSearchResult | ZineList)[] } | undefined
  const first = data?.pages[0]
  if (!first) return undefined
  const results = ('zines' in first ? first.zines : first.creators).length
  return { tab: tabOf(query), text: callOf(query).text, results, hasMore: first.nextCursor !== null }
}

function tabOf(query: Query) {
  const { pathname, filter } = callOf(query)
  if (pathname === creatorsPath) return 'creators'
  if (pathname === zinesPath) return filter ?? 'all'
  return pathname.endsWith('/followed-zines') ? 'following' : 'favorites'
}

/** Limit of events per page: more come from a bot or a forgotten tab. */
const maxEvents = 500

/** Disables PostHog's storage, remote settings, external scripts and automatic capture. */
const posthogOptions: Partial<PostHogConfig> = {
  persistence: 'memory',
  person_profiles: 'identified_only',
  reuseAnonymousId: true,
  respect_dnt: true,
  autocapture: false,
  capture_pageview: false,
  capture_pageleave: false,
  capture_performance: false,
  capture_exceptions: false,
  disable_session_recording: true,
  disable_surveys: true,
  disable_external_dependency_loading: true,
  advanced_disable_flags: true,
  disable_scroll_properties: true,
  disableDeviceModel: true,
  save_referrer: false,
  save_campaign_params: false,
  debug: false,
  // Sends each event immediately, so that none waits in a queue when a visitor stops being counted.
  request_batching: false,
  on_request_error: () => undefined,
}

/** Allowlist of properties. Referrer, screen size, language and time zone never leave the browser. */
const allowedProperties = new Set([
  'token',
  'distinct_id',
  '$session_id',
  '$lib',
  '$lib_version',
  '$insert_id',
  '$time',
  '$process_person_profile',
  '$is_identified',
  '$browser',
  '$os',
  '$device_type',
  '$current_url',
  '$host',
  '$pathname',
  'tab',
  'length',
  'results',
  'has_more',
  'text',
])

/** PostHog stores the sender's IP address unless the event contains one, so we send a placeholder. */
const placeholderAddress = { $ip: '0.0.0.0', $geoip_disable: true }

type Site = { key: string; host: string; searchText: boolean }
type VisitsClient = ReturnType<typeof openVisits>

export function openVisits({ key, host, searchText }: Site, max = maxEvents) {
  const posthog = new PostHog()
  let remaining = max
  posthog.init(key, {
    ...posthogOptions,
    api_host: host,
    before_send: (event) => (event && remaining-- > 0 ? filterProperties(event) : null),
  })
  /** Switches to the viewer without linking earlier events to them. */
  const identify = (id?: string) =>
    posthog.reset({ resetDeviceID: true, bootstrap: id ? { distinctID: id, isIdentifiedID: true } : {} })
  // The library keeps its identity in memory, even after counting has stopped.
  identify()
  return {
    identify,
    view: (path: string) => posthog.capture('$pageview', addressOf(path)),
    // It is a beacon, because a search may be counted while the page closes.
    search: ({ tab, text, results, hasMore }: TrackedSearch) => {
      const properties = { tab, length: text.length, results, has_more: hasMore, ...(searchText && { text }) }
      posthog.capture('search', { ...addressOf('/'), ...properties }, { transport: 'sendBeacon' })
    },
    /** Ends counting: the library has no way to close a client. */
    close() {
      remaining = 0
    },
  }
}

const addressOf = (path: string) => ({
  $current_url: window.location.origin + path,
  $host: window.location.host,
  $pathname: path,
})

function filterProperties({ uuid, event, timestamp, properties }: CaptureResult): CaptureResult {
  const allowed = Object.entries(properties).filter(([name]) => allowedProperties.has(name))
  return {
    uuid,
    event,
    ...(timestamp && { timestamp }),
    properties: { ...Object.fromEntries(allowed), ...placeholderAddress },
  }
}
