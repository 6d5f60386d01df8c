import { type CaptureResult, PostHog, type PostHogConfig } from 'posthog-js/dist/module.slim.no-external.js'
import type { SeenSearch } from './watch-searches.ts'

/** More than this from one page is somebody's program, or a tab that nobody closes. */
const mostEvents = 500

/**
 * The library does nothing by itself: it keeps nothing in the browser, fetches no settings and no scripts, watches no
 * clicks, and looks at no address. Its retries have an end of their own: three without an answer, ten with an error.
 */
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

/** All that is sent of an event. What the library knows besides (referrer, screen, language, time zone…) stays here. */
const sent = new Set([
  ...['token', 'distinct_id', '$session_id', '$lib', '$lib_version', '$insert_id', '$time'],
  ...['$process_person_profile', '$is_identified', '$browser', '$os', '$device_type'],
  ...['$current_url', '$host', '$pathname', 'tab', 'length', 'results', 'has_more', 'text'],
])

/**
 * PostHog takes the address a request comes from wherever an event has none, and takes null for none; so it is told one
 * that is nobody's, and not to look for its place.
 */
const noAddress = { $ip: '0.0.0.0', $geoip_disable: true }

type Site = { key: string; host: string; searchText: boolean }
export type VisitsClient = ReturnType<typeof openVisits>

/** Tells of visits from now on, until it is closed; of a guest's, unless it is told who is there. */
export function openVisits({ key, host, searchText }: Site, most = mostEvents) {
  const posthog = new PostHog()
  let left = most
  posthog.init(key, {
    ...quiet,
    api_host: host,
    before_send: (event) => (event && left-- > 0 ? stripped(event) : null),
  })
  /** What was told before is not joined to whoever is there now. */
  const become = (id?: string) =>
    posthog.reset({ resetDeviceID: true, bootstrap: id ? { distinctID: id, isIdentifiedID: true } : {} })
  // The library's memory is the page's, so it still knows who was there when counting ended.
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
    /** What still waits to be sent is dropped as well: the library sends nothing that is not loaded. */
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
