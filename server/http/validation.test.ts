import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { type Member, openTestApp } from '#tests/support/test-app.ts'
import { issueMessage } from './validation.ts'

const site = await openTestApp()
const member = await site.signUp()

const contract = import.meta.glob<Record<string, unknown>>(['../../contract/*.ts', '!../../contract/*.test.ts'], {
  eager: true,
})
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'response' in value
const endpoints = Object.values(contract)
  .flatMap((exports) => Object.values(exports))
  .filter(isEndpoint)

type JsonSchema = {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  anyOf?: JsonSchema[]
}
const jsonSchemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

const invalidValues = [null, 7, -1, 1.5, 1e12, '', 'x', 'x'.repeat(70_000), true, [], [7], [{}], {}, { x: 1 }]

/** A value of this shape with the wrong value in every field, at any depth. */
function fill(schema: JsonSchema, value: unknown): unknown {
  const shape = [schema, ...(schema.anyOf ?? [])].find(({ properties, items }) => properties ?? items)
  if (shape?.items) return [fill(shape.items, value)]
  if (!shape?.properties) return value
  return Object.fromEntries(Object.entries(shape.properties).map(([name, field]) => [name, fill(field, value)]))
}

function bodiesFor({ body }: Endpoint) {
  if (!body) return [undefined, { surprise: 1 }]
  const { properties = {}, ...schema } = jsonSchemaOf(body)
  const flat = (value: unknown) => Object.fromEntries(Object.keys(properties).map((name) => [name, value]))
  return [
    undefined,
    {},
    [],
    'text',
    7,
    null,
    { surprise: 1, another: 2 },
    ...invalidValues.flatMap((value) => [flat(value), fill({ properties, ...schema }, value)]),
  ]
}

function queriesFor({ query }: Endpoint) {
  const names = query ? Object.keys(jsonSchemaOf(query).properties ?? {}) : []
  const withAll = (value: string) => names.map((name) => `${name}=${value}`).join('&')
  const values = ['', 'x', '-1', '1.5', '1e12', '%00', 'x'.repeat(900)]
  return ['', 'surprise=1', ...values.map(withAll), [withAll('x'), withAll('y')].join('&')]
}

const pathsOf = ({ path }: Endpoint) =>
  ['x', '7', '%00', '%F0%9F%90%99', '01a209eb-5df8-7682-8d69-a8f09d888b52'].map((value) =>
    path.replaceAll(/:\w+/g, value),
  )

const wording =
  /Invalid |expected |received|Too small|Too big|Unrecognized|Required\b|undefined|NaN|ZodError|[<>]=|must match pattern/

const specifiedMessage = 'Current password is incorrect'

function messagesOf({ body }: { body: unknown }) {
  const { error, issues = [] } = (body ?? {}) as Partial<ErrorBody>
  return [...(error === undefined ? [] : [error]), ...issues.map(({ message }) => message)]
}

const unknownId = '01a1fc0a-7117-7285-b635-c994aaf5edeb'
const address = ({ path }: Endpoint, id = unknownId) =>
  path
    .replace(':id', id)
    .replace(':uploadId', 'f'.repeat(32))
    .replace(':version', '1')
    .replace(':name', 'privacy')
    .replace(':slug', 'mothlight')

type RequestOptions = {
  query?: string
  body?: unknown
  headers?: Record<string, string>
  id?: string
  as?: Member
}
const send = (endpoint: Endpoint, { query = '', headers = {}, id, ...given }: RequestOptions) =>
  site.call<ErrorBody>({ method: endpoint.method, path: address(endpoint, id) + query, headers, ...given })

async function rowsOf() {
  const tables = ['zines', 'media', 'favorites', 'users', 'projects', 'focus_sessions', 'reports', 'shelves']
  const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`)
  return (await site.pool.query(`select ${counts.join(', ')}`)).rows[0]
}

const expectRejected = ({ status, body }: Awaited<ReturnType<typeof send>>) => {
  expect(status).toBe(400)
  expect(body.error).toMatch(/[.!]$/)
  expect(body.requestId).toBeTruthy()
}

const json = { 'content-type': 'application/json' }
const invalidBodies: [body: unknown, headers?: Record<string, string>][] = [
  ...[[], '"text"', 7].map((body): [unknown] => [body]),
  [{ username: 1, email: [], id: 5, zineId: {}, title: 9, mediaFiles: 'x', base64String: 4, sha256: 1 }],
  [{ username: 'x'.repeat(9999), title: 'x'.repeat(9999), sha256: 'x'.repeat(9999) }],
  ['{"a":'],
  ['a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['<a/>', { 'content-type': 'text/xml' }],
]
const invalidQueries = [
  'limit=-1',
  'limit=0',
  'limit=101',
  'limit=1e9',
  'limit=2.5',
  'limit=many',
  'limit=2&limit=3',
  'cursor=broken',
  'cursor=',
  'cursor=WzEsMl0',
  `cursor=${'x'.repeat(500)}`,
  'surprise=1',
]

/** Clients may send back a whole project, including fields that other versions of the site added. */
const allowsUnknownFields = ({ name }: Endpoint) => name === 'updateProject'

const isWrite = ({ method }: Endpoint) => method !== 'GET'
const named = (predicate: (endpoint: Endpoint) => boolean) =>
  endpoints.filter(predicate).map((endpoint) => [endpoint.name, endpoint] as const)

describe.each(named(() => true))('%s', (_name, endpoint) => {
  const { method, path, body, query, access } = endpoint

  test('answers nonsense in plain sentences', async () => {
    const as = access === 'member' ? await site.signUp() : undefined
    const responses = []
    for (const each of pathsOf(endpoint)) responses.push(await site.call({ method, path: each, as }))
    const [known = ''] = pathsOf(endpoint).slice(-1)
    for (const text of queriesFor(endpoint)) responses.push(await site.call({ method, path: `${known}?${text}`, as }))
    for (const each of isWrite(endpoint) ? bodiesFor(endpoint) : []) {
      const sent = each === undefined ? {} : { body: JSON.stringify(each), headers: json }
      responses.push(await site.call({ method, path: known, as, ...sent }))
    }
    for (const response of responses) {
      expect(response.status, response.text).not.toBe(500)
      for (const message of messagesOf(response)) {
        expect(message).not.toMatch(wording)
        if (message !== specifiedMessage) expect(message).toMatch(/^\S+ .*[.?!]$/s)
      }
    }
  })

  test('rejects other shapes, and writes nothing', async () => {
    const before = await rowsOf()
    const unknown: [unknown][] = allowsUnknownFields(endpoint) ? [] : [[{ surprise: 1 }]]
    for (const [invalidQuery, headers = json] of body ? [...invalidBodies, ...unknown] : [])
      expectRejected(await send(endpoint, { body: invalidQuery, headers, as: member }))
    for (const invalidQuery of query ? invalidQueries : [])
      expectRejected(await send(endpoint, { query: `?${invalidQuery}`, id: member.id, as: member }))
    for (const id of path.includes(':id') ? ['1', 'x', `${unknownId}0`, '%00'] : [])
      expectRejected(await send(endpoint, { id, body: body && {}, as: member }))
    expect(await rowsOf()).toEqual(before)
  })
})

test.each(named(({ access }) => access === 'member'))('%s is for members', async (_name, endpoint) => {
  const response = await send(endpoint, { body: endpoint.body && {} })
  expect(response).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
})

/** Mail programs may send it from anywhere. It needs only the secret in its address. */
const isFromOwnSite = (endpoint: Endpoint) => isWrite(endpoint) && endpoint.name !== 'unsubscribe'

test.each(named(isFromOwnSite))('%s refuses a page of another site', async (_name, endpoint) => {
  for (const origin of ['https://evil.example', 'null']) {
    const response = await send(endpoint, { body: endpoint.body && {}, headers: { origin }, as: member })
    expect(response).toMatchObject({ status: 403, body: { code: 'foreign_origin' } })
  }
})

const issuesOf = (endpoint: Endpoint, body: object) =>
  endpoint.body
    ?.safeParse(body)
    .error?.issues.filter(({ path, code }) => path.length > 0 || code === 'unrecognized_keys') ?? []

test('the optional id of the caller may be null in every body', () => {
  const claims = ['userId', 'creatorId', 'id'].flatMap((claim) =>
    endpoints
      .filter((endpoint) => isWrite(endpoint) && endpoint.body)
      .filter((endpoint) =>
        issuesOf(endpoint, { [claim]: unknownId }).every(({ code }) => code !== 'unrecognized_keys'),
      )
      .map((endpoint) => ({ endpoint, claim })),
  )
  const refusing = claims.filter(({ endpoint, claim }) =>
    issuesOf(endpoint, { [claim]: null }).some(({ path }) => path[0] === claim),
  )
  // In these, the field is the id of the new object or of the member concerned.
  expect(refusing.map(({ endpoint, claim }) => `${endpoint.name} ${claim}`).sort()).toEqual([
    'createDraft id',
    'createProject id',
    'createReport creatorId',
    'createShelf id',
    'logFocusSession id',
    'toggleCreatorFollow creatorId',
  ])
})

test('an undecodable id is rejected, and an undecodable or unknown path is not found, as JSON', async () => {
  expectRejected(await site.call<ErrorBody>({ path: '/api/zines/%ff' }))
  for (const path of ['/api/nothing', '/api/%ff', '/%ff'])
    expect(await site.call({ path })).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('every endpoint of the contract is in the OpenAPI document', async () => {
  const { body } = await site.call<{ paths: Record<string, Record<string, { operationId: string }>> }>({
    path: '/api/openapi.json',
  })
  const named = Object.values(body.paths).flatMap((path) => Object.values(path).map((call) => call.operationId))
  expect(endpoints.length).toBeGreaterThan(90)
  expect(named.sort()).toEqual(endpoints.map((endpoint) => endpoint.name).sort())
})

test('a field that the contract says nothing of is named in the sentence', () => {
  const shape = z.strictObject({
    title: z.string(),
    pages: z.array(z.strictObject({ url: z.string().max(3) })),
    few: z.array(z.string()).max(1),
    count: z.number().min(2),
    kind: z.enum(['zine', 'comic']),
    done: z.literal(true),
    at: z.iso.datetime(),
    said: z.string('Say it in words.'),
  })
  const sent = {
    pages: [{ url: 'long' }, {}],
    few: ['a', 'b'],
    count: 1,
    kind: 'x',
    done: 1,
    at: 'x',
    said: 7,
    more: 1,
  }
  const { error } = shape.safeParse(sent, { error: issueMessage })
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'title is missing.',
    'pages.0.url can be at most 3 characters long.',
    'pages.1.url is missing.',
    'few can have at most 1 entries.',
    'count must be at least 2.',
    'kind must be one of zine, comic.',
    'done must be true.',
    'at is not valid.',
    'Say it in words.',
    'Unknown key: "more".',
  ])
  const messageFor = (wholeInput: unknown) =>
    shape.safeParse(wholeInput, { error: issueMessage }).error?.issues[0]?.message
  expect(messageFor(undefined)).toBe('The request is missing.')
  expect(messageFor('x')).toBe('The request must be a JSON object.')
})
