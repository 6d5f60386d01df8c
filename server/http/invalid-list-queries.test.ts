import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { listFavoriteZines } from '#contract/favorites.ts'
import { listFocusSessions } from '#contract/focus-sessions.ts'
import { listFavoriteCreators } from '#contract/follows.ts'
import { listImportedDrafts } from '#contract/imports.ts'
import { listDecisions, listHiddenZines } from '#contract/moderation.ts'
import { listProjects } from '#contract/projects.ts'
import { searchCreators, searchZines } from '#contract/search.ts'
import { listIssues } from '#contract/series-issues.ts'
import { listUserZines, listZines } from '#contract/zines.ts'
import { publishOnePage } from '#tests/support/library.ts'
import { openRawConnection } from '#tests/support/raw-connection.ts'
import { listening, openTestApp } from '#tests/support/test-app.ts'
import { createProject } from '#tests/support/workspace.ts'

const searches = [searchZines, searchCreators, listFavoriteZines, listFavoriteCreators]
const lists = [
  ...searches,
  listZines,
  listUserZines,
  listIssues,
  listHiddenZines,
  listDecisions,
  listProjects,
  listFocusSessions,
  listImportedDrafts,
]
type List = (typeof lists)[number]
const named = <Listed extends List>(endpoints: Listed[]) => endpoints.map((each) => [each.name, each] as const)

const site = await openTestApp()
const member = await site.signUp()
const projectId = (await createProject(site, member)).id
const { id } = await publishOnePage(site, member, 'Something to find')
const body = { version: 1, details: { series: 'Find' } }
await site.put(`/api/zines/${id}`, body, member)

const addressOf = ({ path }: List) =>
  path.replace(':slug', 'find').replace(':id', path.startsWith('/api/projects') ? projectId : member.id)

const send = (list: List, query: string) =>
  site.call<{ error: string; code: string }>({ path: `${addressOf(list)}?${query}`, as: member })

const expectRejected = (response: Awaited<ReturnType<typeof send>>) => {
  expect(response).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(response.body.error).toMatch(/^[A-Z].*[.!]$|^(search|limit|filter|state) .*\.$/)
}

/** Asserts a response that matches the contract, or a refusal with a message. */
function expectAnswered(list: List, response: Awaited<ReturnType<typeof send>>) {
  if (response.status !== 200) return expectRejected(response)
  const { success, error } = (list.response as z.ZodType).safeParse(response.body)
  expect(success, String(error)).toBe(true)
}

const oddTexts = [
  '%',
  '_',
  '\\',
  "';--",
  '"""',
  '" "',
  '@',
  '@%',
  '"@"',
  ':*',
  '&|!()',
  '!?.,;:()[]{}',
  '$1',
  '\\u0000',
  '\u202e',
  '\u200d',
  '\ufeff',
  '\ufffd',
  '\u0301',
  '\ud83d\ude00',
  '\u{10ffff}',
  'ﷺ'.repeat(100),
  'e\u0301'.repeat(100),
  'a '.repeat(100),
  '" '.repeat(100),
  '@a '.repeat(60),
  '東'.repeat(200),
]
/** URLs cannot contain invalid UTF-8: it arrives as replacement characters or not at all. */
const invalidUtf8 = ['%ED%A0%80', '%ED%B0%80%ED%A0%80', '%ff', '%', '%zz', '%e2%82', 'kitchen%ED%A0%BD']
const rejectedTexts = ['%00', 'ki%00tchen', 'x'.repeat(10_000), 'term+'.repeat(1_000)]

describe.each(named(searches))('the text of %s', (_name, list) => {
  test('with any value gets a response or a documented error', async () => {
    for (const odd of oddTexts.map(encodeURIComponent).concat(invalidUtf8))
      expectAnswered(list, await send(list, `search=${odd}`))
    for (const text of rejectedTexts) expectRejected(await send(list, `search=${text}`))
  })

  test('given twice, or as a list or an object, is rejected', async () => {
    for (const query of ['search=a&search=b', 'search=&search=', 'search[]=a', 'search[a]=b'])
      expectRejected(await send(list, query))
  })
})

describe.each(named(lists))('the page of %s', (_name, list) => {
  test('an invalid cursor is rejected', async () => {
    const sent = ['', '%00', 'x', "'", '%ff', '%F0%9F%98%80', 'W10', 'e30', 'bnVsbA', 'MQ', 'x'.repeat(401)]
    for (const cursor of sent) expectRejected(await send(list, `cursor=${cursor}`))
    expectRejected(await send(list, 'cursor=a&cursor=b'))
  })

  test('rejects the cursor of another list', async () => {
    for (const position of hostilePositions()) expectRejected(await send(list, `cursor=${cursorOf(position)}`))
    for (const position of farPositions()) expectAnswered(list, await send(list, `cursor=${cursorOf(position)}`))
  })
})

const cursorOf = (position: string) => Buffer.from(position).toString('base64url')

/** These are JSON texts, since some values that can be parsed cannot be serialised. */
function hostilePositions() {
  const id = '"01a1fc0a-7117-7285-b635-c994aaf5edeb"'
  const times = [
    'infinity',
    '-infinity',
    'now',
    'today',
    'epoch',
    '',
    'NaN',
    '2024-01-01',
    '1704067200',
    '300000-01-01T00:00:00+00:00',
    '+300000-01-01T00:00:00+00:00',
    '-0001-01-01T00:00:00+00:00',
    '0000-01-01T00:00:00+00:00',
    '2024-02-30T00:00:00+00:00',
    '2024-01-01T25:00:00+00:00',
    '2024-01-01T00:00:60+00:00',
    '2024-01-01T00:00:00+23:59',
    '2024-01-01T00:00:00-15:60',
    `2024-01-01T00:00:00.${'9'.repeat(200)}+00:00`,
    '2024-01-01T00:00:00+00:00 BC',
    "2024-01-01T00:00:00+00:00'; --",
  ].map((time) => JSON.stringify(time))
  const numbers = ['2147483648', '-2147483649', '9007199254740993', '1e308', '1e999', '-1.5']
  const otherValues = ['null', 'true', '{}', '[]', '[[1]]', '[1]', '{"valueOf":1}', '"1"']
  const ids = ['1', 'null', '"x"', '[]', '"00000000"', '"01a1fc0a-7117-7285-b635-c994aaf5edeb0"', '"\\u0000"']
  return [
    ...[...times, ...numbers, ...otherValues].map((first) => `[${first},${id}]`),
    ...ids.flatMap((other) => [`["2024-01-01T00:00:00+00:00",${other}]`, `[1,${other}]`]),
    `[${id}]`,
    `[1,${id},1]`,
    `["2024-01-01T00:00:00+00:00",${id},1]`,
    '[]',
    '{}',
    '{"0":1,"1":2}',
    '[['.repeat(70),
    '['.repeat(70) + ']'.repeat(70),
    '"__proto__"',
    '{"__proto__":[1]}',
    'NaN',
    '1',
  ]
}

function farPositions() {
  const id = '"01a1fc0a-7117-7285-b635-c994aaf5edeb"'
  const times = ['0001-01-01T00:00:00+00:00', '9999-12-31T23:59:59.999999+00:00'].map((time) => JSON.stringify(time))
  return [...times, '2147483647', '-2147483648', '0', '-0', '0.5'].map((first) => `[${first},${id}]`)
}

test('a cursor of a list by time is rejected by a list by number, and vice versa', async () => {
  for (const title of ['One', 'Two']) await publishOnePage(site, member, title)
  const cursor = async (query: string) =>
    (await site.call<{ nextCursor: string }>({ path: `/api/search/zines?limit=1${query}` })).body.nextCursor
  const [newest, popular] = [await cursor(''), await cursor('&filter=popular')]
  expect((await send(searchZines, `cursor=${newest}`)).status).toBe(200)
  expect((await send(searchZines, `filter=popular&cursor=${popular}`)).status).toBe(200)
  expectRejected(await send(searchZines, `filter=popular&cursor=${newest}`))
  expectRejected(await send(searchZines, `cursor=${popular}`))
  expectRejected(await send(searchCreators, `cursor=${newest}`))
  expectRejected(await send(listZines, `cursor=${popular}`))
})

test('a URL with invalid UTF-8 gets a response', async () => {
  const address = await listening(site)
  for (const bytes of ['\xed\xa0\x80', '\xff\xfe', '"\xe6\x9d', "'\x80"]) {
    const request = `GET /api/search/zines?search=${bytes} HTTP/1.1\r\nhost: here\r\n\r\n`
    const { statuses } = await openRawConnection(address, Buffer.from(request, 'latin1'))
    await expect.poll(statuses).toEqual([expect.toBeOneOf([200, 400])])
  }
})
