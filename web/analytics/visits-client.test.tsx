import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openVisits } from './count-visits.tsx'

type Sent = { event: string; properties: Record<string, unknown> }

const site = { key: 'phc_test', host: 'https://counting.example', searchText: false }
const search = { tab: 'all', text: 'moths of Leeds', results: 24, hasMore: true }
const opened: ReturnType<typeof openVisits>[] = []
let beacons: Blob[]

/** The library ignores automated browsers, and sends its queue as a beacon on `pagehide`. */
beforeEach(() => {
  beacons = []
  Object.defineProperties(navigator, {
    webdriver: { configurable: true, value: false },
    userAgentData: { configurable: true, value: undefined },
    userAgent: { configurable: true, value: navigator.userAgent.replace('Headless', '') },
  })
  vi.spyOn(navigator, 'sendBeacon').mockImplementation((_url, body) => beacons.push(body as Blob) > 0)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
})
afterEach(() => {
  for (const client of opened.splice(0)) client.close()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function open(settings: Partial<typeof site> = {}) {
  const client = openVisits({ ...site, ...settings })
  opened.push(client)
  return client
}

async function sent(): Promise<Sent[]> {
  window.dispatchEvent(new Event('pagehide'))
  const texts = await Promise.all(beacons.map(unzipped))
  return texts.flatMap((text) => [JSON.parse(text)].flat()).flatMap(({ batch, ...event }) => batch ?? event)
}

const unzipped = (blob: Blob) =>
  new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).text()

test('search text is sent only where the operator enabled it', async () => {
  open().search(search)
  open({ searchText: true }).search(search)
  const [without, withWords] = (await sent()).map(({ properties }) => properties)
  expect(without).toMatchObject({ tab: 'all', length: 14, results: 24, has_more: true })
  expect(without).not.toHaveProperty('text')
  expect(withWords).toMatchObject({ text: 'moths of Leeds' })
})

test('an event contains only its declared properties', async () => {
  const client = open()
  client.become('a number')
  client.view('/zine/one')
  const [view] = await sent()
  expect(Object.keys(view ?? {}).sort()).toEqual(['event', 'properties', 'timestamp', 'uuid'])
  expect(Object.keys(view?.properties ?? {}).sort()).toEqual([
    ...['$browser', '$current_url', '$device_type', '$geoip_disable', '$host', '$insert_id', '$ip'],
    ...['$is_identified', '$lib', '$lib_version', '$os', '$pathname', '$process_person_profile'],
    ...['$session_id', '$time', 'distinct_id', 'token'],
  ])
})

test('a guest’s events are not linked to the member who signs in, nor theirs to the next guest', async () => {
  const client = open()
  client.view('/')
  client.become('a number')
  client.view('/about')
  client.become(undefined)
  client.view('/')
  const views = (await sent()).map(({ event, properties }) => ({ event, ...properties }))
  expect(views.map(({ event }) => event)).toEqual(['$pageview', '$pageview', '$pageview'])
  expect(views).toMatchObject([
    { $process_person_profile: false },
    { distinct_id: 'a number', $process_person_profile: true },
    { $process_person_profile: false },
  ])
  for (const field of ['distinct_id', '$session_id'] as const)
    expect(new Set(views.map((view) => (view as Record<string, unknown>)[field])).size, field).toBe(3)
})

test('queued events are dropped when counting ends', async () => {
  const client = open()
  client.view('/')
  client.close()
  client.view('/about')
  expect(await sent()).toEqual([])
})

test('a page that goes on and on is counted up to an end', async () => {
  const client = openVisits(site, 3)
  opened.push(client)
  for (let index = 0; index < 5; index += 1) client.view(`/zine/${index}`)
  expect(await sent()).toHaveLength(3)
})

test('nothing is stored in the browser', async () => {
  const before = [{ ...localStorage }, { ...sessionStorage }, document.cookie]
  const client = open()
  client.become('a number')
  client.search(search)
  client.become(undefined)
  expect([{ ...localStorage }, { ...sessionStorage }, document.cookie]).toEqual(before)
})
