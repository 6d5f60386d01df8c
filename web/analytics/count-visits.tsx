import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type CaptureResult, PostHog, type PostHogConfig } from 'posthog-js/dist/module.slim.no-external.js'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Viewer } from '#contract/accounts.ts'
import type * as contract from '#contract/search.ts'
import type { ZineList } from '#contract/zines.ts'
import { pathStart } from '#web/api/call.ts'
import { onPage } from '#web/browser/page-events.ts'
import { type SearchWatch, type SeenSearch, watchSearches } from './watch-searches.ts'

type CountVisitsProps = { site: Parameters<typeof openVisits>[0]; viewer: Viewer | null }

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

function useViews(client: VisitsClient, viewerId: string | undefined) {
  const { key } = useLocation()
  const [views] = useState({ last: '' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new viewer is not a new view, and each key may be a new address
  useEffect(() => {
    const path = countedPath(window.location.pathname, viewerId)
    if (path !== views.last) client.view(path)
    views.last = path
  }, [client, key])
}

/** Counts a pending search on `pagehide`, before the library sends its queue. */
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

export const patterns = [
  '/',
  '/about',
  '/rules',
  '/privacy',
  '/imprint',
  '/zine/:id',
  '/zine/:id/read',
  '/zine/:id/text',
  '/zine/:id/print',
  '/zine/:id/edit',
  '/profile/:id?',
  '/profile/:id/series/:slug',
  '/public-profile/:id',
  '/shelf/:id',
  '/project/:id/edit',
  '/draft/:id',
  '/import',
  '/account-settings',
  '/auth/callback',
  '/auth/update-password',
  '/moderate',
  '/reply',
  '/kept',
]

const publicPage = /^\/(zine|profile)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The path for zines and other members' profiles, else the route pattern, because IDs can be private. */
export function countedPath(pathname: string, viewerId: string | undefined) {
  const path = pathname.toLowerCase().replace(/(.)\/$/, '$1')
  const isViewers = viewerId !== undefined && path.includes(viewerId)
  if (publicPage.test(path) && !isViewers) return path
  return patterns.find((pattern) => addressesOf(pattern).test(path)) ?? '*'
}

const addressesOf = (pattern: string) =>
  new RegExp(`^${pattern.replace('/:id?', '(/[^/]+)?').replace(/:\w+/g, '[^/]+')}$`)

const creatorsPath = pathStart<typeof contract.searchCreators>('/api/search/users')
const zinesPath = pathStart<typeof contract.searchZines>('/api/search/zines')

/** Observes searches through the query cache. Returns a stop function. */
export function followSearches(queries: QueryClient, watch: SearchWatch) {
  const cache = queries.getQueryCache()
  const look = () => {
    const shown = cache.findAll({ type: 'active', predicate: (query) => callOf(query).text !== '' })
    const seen = shown.map(seenSearch)
    const last = seen.at(-1)
    if (shown.length === 0 && window.location.pathname !== '/') watch.settle()
    // Another search is pending, so the previous text was only an intermediate state of typing.
    else if (last === undefined || seen.includes(undefined)) watch.forget()
    else watch.see(last)
  }
  look()
  return cache.subscribe(look)
}

function callOf({ queryKey: [path] }: Query) {
  const { pathname, searchParams: asked } = new URL(String(path), 'http://api')
  return { pathname, text: asked.get('search') ?? '', filter: asked.get('filter') }
}

function seenSearch(query: Query): SeenSearch | undefined {
  const found = query.state.data as { pages: (contract.FoundCreators | ZineList)[] } | undefined
  const first = found?.pages[0]
  if (!first) return undefined
  const results = ('zines' in first ? first.zines : first.creators).length
  return { tab: tabOf(query), text: callOf(query).text, results, hasMore: first.nextCursor !== null }
}

function tabOf(query: Query) {
  const { pathname, filter } = callOf(query)
  if (pathname === creatorsPath) return 'creators'
  return pathname === zinesPath ? (filter ?? 'all') : 'favorites'
}

/** Limit of events per page: more come from a bot or a forgotten tab. */
const mostEvents = 500

/** Disables PostHog's storage, remote settings, external scripts and automatic capture. */
const quiet: Partial<PostHogConfig> = {
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
  on_request_error: () => undefined,
}

/** Allowlist of properties. Referrer, screen size, language and time zone never leave the browser. */
const sent = new Set([
  ...['token', 'distinct_id', '$session_id', '$lib', '$lib_version', '$insert_id', '$time'],
  ...['$process_person_profile', '$is_identified', '$browser', '$os', '$device_type'],
  ...['$current_url', '$host', '$pathname', 'tab', 'length', 'results', 'has_more', 'text'],
])

/** PostHog stores the sender's IP address unless the event contains one, so we send a placeholder. */
const noAddress = { $ip: '0.0.0.0', $geoip_disable: true }

type Site = { key: string; host: string; searchText: boolean }
type VisitsClient = ReturnType<typeof openVisits>

export function openVisits({ key, host, searchText }: Site, most = mostEvents) {
  const posthog = new PostHog()
  let left = most
  posthog.init(key, {
    ...quiet,
    api_host: host,
    before_send: (event) => (event && left-- > 0 ? stripped(event) : null),
  })
  /** Switches to the viewer without linking earlier events to them. */
  const become = (id?: string) =>
    posthog.reset({ resetDeviceID: true, bootstrap: id ? { distinctID: id, isIdentifiedID: true } : {} })
  // The library keeps its identity in memory, even after counting has stopped.
  become()
  return {
    become,
    view: (path: string) => posthog.capture('$pageview', addressOf(path)),
    search: ({ tab, text, results, hasMore }: SeenSearch) =>
      posthog.capture('search', {
        ...addressOf('/'),
        tab,
        length: text.length,
        results,
        has_more: hasMore,
        ...(searchText && { text }),
      }),
    /** Also drops queued events, because the library sends nothing while `__loaded` is false. */
    close() {
      posthog.__loaded = false
    },
  }
}

const addressOf = (path: string) => ({
  $current_url: window.location.origin + path,
  $host: window.location.host,
  $pathname: path,
})

function stripped({ uuid, event, timestamp, properties }: CaptureResult): CaptureResult {
  const kept = Object.entries(properties).filter(([name]) => sent.has(name))
  return {
    uuid,
    event,
    ...(timestamp && { timestamp }),
    properties: { ...Object.fromEntries(kept), ...noAddress },
  }
}
