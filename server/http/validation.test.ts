import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { sentenceOf } from './validation.ts'

/** No answer of the API has the wording of the library that checks requests. */

let site: TestApp
beforeAll(async () => {
  site = await startTestApp()
})
afterAll(() => site.close())

const contract = import.meta.glob<Record<string, unknown>>('../../contract/*.ts', { eager: true })
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'response' in value
/** Every endpoint there is, a new one too. */
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

const wrong = [null, 7, -1, 1.5, 1e12, '', 'x', 'x'.repeat(70_000), true, [], [7], [{}], {}, { x: 1 }]

/** A value of this shape whose every field, at any depth, is the wrong value. */
function filled(schema: JsonSchema, value: unknown): unknown {
  const shape = [schema, ...(schema.anyOf ?? [])].find(({ properties, items }) => properties ?? items)
  if (shape?.items) return [filled(shape.items, value)]
  if (!shape?.properties) return value
  return Object.fromEntries(
    Object.entries(shape.properties).map(([name, field]) => [name, filled(field, value)]),
  )
}

function bodiesFor({ body }: Endpoint) {
  if (!body) return [undefined, { surprise: 1 }]
  const { properties = {}, ...schema } = jsonSchemaOf(body)
  const flat = (value: unknown) => Object.fromEntries(Object.keys(properties).map((name) => [name, value]))
  return [
    ...[undefined, {}, [], 'text', 7, null, { surprise: 1, another: 2 }],
    ...wrong.flatMap((value) => [flat(value), filled({ properties, ...schema }, value)]),
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

/** Texts that the specification fixes. */
const ofTheSpecification = ['Current password is incorrect']

/** Everything an answer says of what was wrong. */
function messagesOf({ body }: { body: unknown }) {
  const { error, issues = [] } = (body ?? {}) as Partial<ErrorBody>
  return [...(error === undefined ? [] : [error]), ...issues.map(({ message }) => message)]
}

test('every endpoint of the contract is known here', () => {
  expect(endpoints.length).toBeGreaterThan(90)
})

describe.each(['a visitor', 'a member'])('%s', (who) => {
  test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'who sends nonsense to %s is answered in plain sentences',
    async (_name, endpoint) => {
      const as: Member | undefined = who === 'a member' ? await site.signUp() : undefined
      const { method } = endpoint
      const [path = ''] = pathsOf(endpoint).slice(-1)
      const answers = []
      for (const each of pathsOf(endpoint)) answers.push(await site.call({ method, path: each, as }))
      for (const query of queriesFor(endpoint))
        answers.push(await site.call({ method, path: `${path}?${query}`, as }))
      if (method !== 'GET')
        for (const body of bodiesFor(endpoint)) {
          const headers = { 'content-type': 'application/json' }
          const sent = body === undefined ? {} : { body: JSON.stringify(body), headers }
          answers.push(await site.call({ method, path, as, ...sent }))
        }
      for (const answer of answers) {
        expect(answer.status, answer.text).not.toBe(500)
        for (const message of messagesOf(answer)) {
          expect(message).not.toMatch(wording)
          if (!ofTheSpecification.includes(message)) expect(message).toMatch(/^\S+ .*[.?!]$/s)
        }
      }
    },
  )
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
  const { error } = shape.safeParse(sent, { error: sentenceOf })
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
  expect(shape.safeParse(undefined, { error: sentenceOf }).error?.issues[0]?.message).toBe(
    'The request is missing.',
  )
  expect(shape.safeParse('x', { error: sentenceOf }).error?.issues[0]?.message).toBe(
    'The request must be a JSON object.',
  )
})
