import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import * as blocks from '#contract/blocks.ts'
import * as contentNotes from '#contract/content-notes.ts'
import * as creators from '#contract/creators.ts'
import * as documents from '#contract/documents.ts'
import * as doors from '#contract/doors.ts'
import * as drafts from '#contract/drafts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as factors from '#contract/factors.ts'
import * as favorites from '#contract/favorites.ts'
import * as focusSessions from '#contract/focus-sessions.ts'
import * as follows from '#contract/follows.ts'
import * as identities from '#contract/identities.ts'
import * as imports from '#contract/imports.ts'
import * as media from '#contract/media.ts'
import * as moderation from '#contract/moderation.ts'
import * as oembed from '#contract/oembed.ts'
import * as projectVersions from '#contract/project-versions.ts'
import * as projects from '#contract/projects.ts'
import * as publishing from '#contract/publishing.ts'
import * as recovery from '#contract/recovery.ts'
import * as reports from '#contract/reports.ts'
import * as search from '#contract/search.ts'
import * as series from '#contract/series-issues.ts'
import * as sessions from '#contract/sessions.ts'
import * as signUps from '#contract/sessions.ts'
import * as shelfItems from '#contract/shelf-items.ts'
import * as shelves from '#contract/shelves.ts'
import * as sitePages from '#contract/site-pages.ts'
import * as zines from '#contract/zines.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'

const isEndpoint = (value: object): value is Endpoint => 'path' in value && 'method' in value
const endpoints = [
  accounts,
  blocks,
  creators,
  documents,
  doors,
  drafts,
  factors,
  favorites,
  focusSessions,
  follows,
  identities,
  contentNotes,
  imports,
  media,
  moderation,
  oembed,
  projects,
  projectVersions,
  publishing,
  recovery,
  reports,
  search,
  series,
  sessions,
  shelfItems,
  shelves,
  signUps,
  sitePages,
  zines,
]
  .flatMap((noun) => Object.values(noun) as object[])
  .filter(isEndpoint)

let site: TestApp
let member: Member
beforeAll(async () => {
  site = await startTestApp()
  member = await site.signUp()
})
afterAll(() => site.close())

const nobody = '01a1fc0a-7117-7285-b635-c994aaf5edeb'
const address = ({ path }: Endpoint, id = nobody) =>
  path
    .replace(':id', id)
    .replace(':uploadId', 'f'.repeat(32))
    .replace(':version', '1')
    .replace(':name', 'privacy')
    .replace(':slug', 'mothlight')
const send = (
  endpoint: Endpoint,
  given: { query?: string; body?: unknown; headers?: Record<string, string>; id?: string },
) =>
  site.call<{ error: string; code: string; requestId: string }>({
    method: endpoint.method,
    path: address(endpoint, given.id) + (given.query ?? ''),
    body: given.body,
    headers: given.headers ?? {},
    as: member,
  })

async function rowsOf() {
  const { rows } = await site.pool.query(
    `select (select count(*) from zines) z, (select count(*) from media) m, (select count(*) from favorites) f,
       (select count(*) from users) u, (select count(*) from projects) p, (select count(*) from focus_sessions) s,
       (select count(*) from reports) r, (select count(*) from shelves) sh, (select count(*) from decisions where reply is not null) d`,
  )
  return rows[0]
}

const refused = (answer: { status: number; body: { error: string; code: string; requestId: string } }) => {
  expect(answer.status).toBe(400)
  expect(answer.body.error).toMatch(/[.!]$/)
  expect(answer.body.requestId).toBeTruthy()
}

/** A project may be sent back whole, and with what other versions of the site add to it. */
const takesUnknownFields = ({ name }: Endpoint) => name === 'updateProject'

describe.each(
  endpoints.filter((endpoint) => endpoint.body).map((endpoint) => [endpoint.name, endpoint] as const),
)('the body of %s', (_name, endpoint) => {
  const unknownField: [string, unknown] = ['an unknown field', { surprise: 1 }]
  test.each<[what: string, body: unknown]>([
    ...(takesUnknownFields(endpoint) ? [] : [unknownField]),
    ['a list', []],
    ['text', '"text"'],
    ['a number', 7],
    [
      'every field of a wrong type',
      { username: 1, email: [], id: 5, zineId: {}, title: 9, mediaFiles: 'x', base64String: 4, sha256: 1 },
    ],
    [
      'every field far too long',
      { username: 'x'.repeat(9999), title: 'x'.repeat(9999), sha256: 'x'.repeat(9999) },
    ],
  ])('refuses %s with a sentence, and writes nothing', async (_what, body) => {
    const before = await rowsOf()
    refused(await send(endpoint, { body, headers: { 'content-type': 'application/json' } }))
    expect(await rowsOf()).toEqual(before)
  })

  test('refuses malformed JSON and other content types', async () => {
    refused(await send(endpoint, { body: '{"a":', headers: { 'content-type': 'application/json' } }))
    refused(
      await send(endpoint, { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    )
    refused(await send(endpoint, { body: '<a/>', headers: { 'content-type': 'text/xml' } }))
  })
})

describe.each(
  endpoints.filter((endpoint) => endpoint.query).map((endpoint) => [endpoint.name, endpoint] as const),
)('the query of %s', (_name, endpoint) => {
  test.each([
    '?limit=-1',
    '?limit=0',
    '?limit=1000000',
    '?limit=2.5',
    '?limit=many',
    '?cursor=broken',
    '?cursor=',
    '?surprise=1',
    '?cursor=WzEsMl0',
    '?limit=2&limit=3',
    `?cursor=${'x'.repeat(500)}`,
  ])('refuses %s', async (query) => {
    refused(await send(endpoint, { query, id: member.id }))
  })
})

test.each(endpoints.filter((each) => each.path.includes(':id')).map((each) => [each.name, each] as const))(
  'an id that is no uuid is refused by %s',
  async (_name, endpoint) => {
    for (const id of ['1', 'x', `${nobody}0`, "'--", '%00'])
      refused(await send(endpoint, { id, body: endpoint.body && {} }))
  },
)

test.each(endpoints.filter((each) => each.access === 'member').map((each) => [each.name, each] as const))(
  '%s is for members',
  async (_name, endpoint) => {
    const answer = await site.call({
      method: endpoint.method,
      path: address(endpoint),
      body: endpoint.body && {},
    })
    expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  },
)

test.each(endpoints.filter((each) => each.method !== 'GET').map((each) => [each.name, each] as const))(
  '%s refuses a page of another site',
  async (_name, endpoint) => {
    for (const origin of ['https://evil.example', 'null']) {
      const answer = await send(endpoint, { body: endpoint.body && {}, headers: { origin } })
      expect(answer).toMatchObject({ status: 403, body: { code: 'foreign_origin' } })
    }
  },
)

const issuesOf = (endpoint: Endpoint, body: object) =>
  endpoint.body
    ?.safeParse(body)
    .error?.issues.filter(({ path, code }) => path.length > 0 || code === 'unrecognized_keys') ?? []

test('who a caller says they are may be null wherever it may be said, which is as if it were left out', () => {
  const claims = ['userId', 'creatorId', 'id'].flatMap((claim) =>
    endpoints
      .filter(({ method, body }) => method !== 'GET' && body)
      .filter((endpoint) =>
        issuesOf(endpoint, { [claim]: nobody }).every(({ code }) => code !== 'unrecognized_keys'),
      )
      .map((endpoint) => ({ endpoint, claim })),
  )
  const refusing = claims.filter(({ endpoint, claim }) =>
    issuesOf(endpoint, { [claim]: null }).some(({ path }) => path[0] === claim),
  )
  expect(claims.length).toBeGreaterThan(12)
  // Of these it is the id of what is made, or of whom it is about.
  expect(refusing.map(({ endpoint, claim }) => `${endpoint.name} ${claim}`).sort()).toEqual([
    'createDraft id',
    'createProject id',
    'createReport creatorId',
    'createShelf id',
    'logFocusSession id',
    'toggleCreatorFollow creatorId',
  ])
})

test('an address that cannot be decoded is refused like everything else', async () => {
  for (const path of ['/api/zines/%ff', '/%ff']) refused(await site.call({ path }))
})

test('an unknown call is not found, and says so as JSON', async () => {
  expect(await site.call({ path: '/api/nothing' })).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
})

test('every endpoint of the contract is in the OpenAPI document', async () => {
  const { body } = await site.call<{ paths: Record<string, Record<string, { operationId: string }>> }>({
    path: '/api/openapi.json',
  })
  const named = Object.values(body.paths).flatMap((path) =>
    Object.values(path).map((call) => call.operationId),
  )
  expect(named.sort()).toEqual(endpoints.map((endpoint) => endpoint.name).sort())
})
