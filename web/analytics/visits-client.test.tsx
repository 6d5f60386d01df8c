import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type SentEvent = { event: string; properties: Record<string, unknown> }

const site = { key: 'phc_test', host: 'https://counting.example', searchText: false }
const search = { tab: 'all', text: 'moths of Leeds', results: 24, hasMore: true }
const sent: Promise<string>[] = []
const record = (body: unknown) => sent.push(unzip(body as BodyInit))
// The library takes `fetch` when it loads.
vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
  record(body)
  return new Response('{}')
})
const { openVisits } = await import('./count-visits.tsx')
const openClients: ReturnType<typeof openVisits>[] = []

/** The library ignores automated browsers. */
beforeEach(() => {
  sent.length = 0
  Object.defineProperties(navigator, {
    webdriver: { configurable: true, value: false },
    userAgentData: { configurable: true, value: undefined },
    userAgent: { configurable: true, value: navigator.userAgent.replace('Headless', '') },
  })
  vi.spyOn(navigator, 'sendBeacon').mockImplementation((_url, body) => record(body) > 0)
})
afterEach(() => {
  for (const client of openClients.splice(0)) client.close()
  vi.restoreAllMocks()
})

function openClient(settings: Partial<typeof site> = {}) {
  const client = openVisits({ ...site, ...settings })
  openClients.push(client)
  return client
}

/** The first events, which the library compresses before it sends them. */
async function sentEvents(count: number): Promise<SentEvent[]> {
  await expect.poll(() => sent.length).toBe(count)
  return (await Promise.all(sent)).flatMap((text) => JSON.parse(text).batch)
}

const unzip = (body: BodyInit) =>
  new Response(new Response(body).body?.pipeThrough(new DecompressionStream('gzip'))).text()

test('search text is sent only where the operator enabled it', async () => {
  openClient().search(search)
  openClient({ searchText: true }).search(search)
  const [without, withWords] = (await sentEvents(2)).map(({ properties }) => properties)
  expect(without).toMatchObject({ tab: 'all', length: 14, results: 24, has_more: true })
  expect(without).not.toHaveProperty('text')
  expect(withWords).toMatchObject({ text: 'moths of Leeds' })
})

test('an event contains only its declared properties', async () => {
  const client = openClient()
  client.identify('a number')
  client.view('/zine/one')
  const [view] = await sentEvents(1)
  expect(Object.keys(view ?? {}).sort()).toEqual(['event', 'properties', 'timestamp', 'uuid'])
  expect(Object.keys(view?.properties ?? {}).sort()).toEqual([
    '$browser',
    '$current_url',
    '$device_type',
    '$geoip_disable',
    '$host',
    '$insert_id',
    '$ip',
    '$is_identified',
    '$lib',
    '$lib_version',
    '$os',
    '$pathname',
    '$process_person_profile',
    '$session_id',
    '$time',
    'distinct_id',
    'token',
  ])
})

test('events of a guest, the member who signs in and the next guest are not linked', async () => {
  const client = openClient()
  client.view('/')
  client.identify('a number')
  client.view('/about')
  client.identify(undefined)
  client.view('/')
  const views = (await sentEvents(3)).map(({ event, properties }) => ({ event, ...properties }))
  expect(views.map(({ event }) => event)).toEqual(['$pageview', '$pageview', '$pageview'])
  expect(views).toMatchObject([
    { $process_person_profile: false },
    { distinct_id: 'a number', $process_person_profile: true },
    { $process_person_profile: false },
  ])
  for (const field of ['distinct_id', '$session_id'] as const)
    expect(new Set(views.map((view) => (view as Record<string, unknown>)[field])).size, field).toBe(3)
})

test('nothing is sent after counting has ended, also when the page closes', async () => {
  const client = openClient()
  client.view('/')
  client.close()
  client.view('/about')
  window.dispatchEvent(new Event('pagehide'))
  expect(await sentEvents(1)).toMatchObject([{ properties: { $pathname: '/' } }])
})

test('scrolling an endless page is counted up to a limit', async () => {
  const client = openVisits(site, 3)
  openClients.push(client)
  for (let index = 0; index < 5; index += 1) client.view(`/zine/${index}`)
  expect(await sentEvents(3)).toHaveLength(3)
})

test('nothing is stored in the browser', async () => {
  const before = [{ ...localStorage }, { ...sessionStorage }, document.cookie]
  const client = openClient()
  client.identify('a number')
  client.search(search)
  client.identify(undefined)
  expect([{ ...localStorage }, { ...sessionStorage }, document.cookie]).toEqual(before)
})
