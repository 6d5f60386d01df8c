import { afterEach } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { conflictBody, ErrorBody, errorStatus } from '#contract/errors.ts'
import { isObject } from '#web/api/queries.ts'

const contract = import.meta.glob<object>(['/contract/*.ts', '!/contract/*.test.ts'], { eager: true })

const isEndpoint = (value: unknown): value is Endpoint => isObject(value) && 'path' in value && 'response' in value
const countParameters = ({ path }: Endpoint) => path.split(':').length

/** Paths without parameters come first, as in the router. */
const endpoints = Object.values(contract)
  .flatMap((module) => Object.values(module).filter(isEndpoint))
  .sort((a, b) => countParameters(a) - countParameters(b))
  .map((endpoint) => ({
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replaceAll('.', '[.]').replace(/:\w+/g, '[^/]+')}$`),
  }))

function findEndpoint(method: string, path: string) {
  const { pathname } = new URL(path, 'http://site')
  return endpoints.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname))?.endpoint
}

/** A page may swallow an error that a fake `fetch` throws. */
const problems: Promise<string[]>[] = []

export const takeProblems = async () => (await Promise.all(problems.splice(0))).flat()

/** Fails a test whose fake server gives an answer that the contract does not allow. */
export function failOnWrongAnswers() {
  afterEach(async () => {
    const found = await takeProblems()
    if (found.length > 0) throw new Error(`Answers of the fake server differ from the contract:\n${found.join('\n')}`)
  })
}

const impossible = 'x-impossible-answer'

/** An answer with a success status that the server never gives, such as that of a network’s sign-in page. */
export const impossibleAnswer = (text: string) => new Response(text, { headers: { [impossible]: '' } })

/** Records a call of an API path that is no endpoint. */
export function checkCall(method: string, path: string) {
  if (path.startsWith('/api/') && !findEndpoint(method, path))
    problems.push(Promise.resolve([`${method} ${path} is not an endpoint`]))
}

/** Records how an answer differs from the contract, and returns it. */
export function checkAnswer(method: string, path: string, response: Response) {
  const endpoint = findEndpoint(method, path)
  if (endpoint) problems.push(describeProblems(endpoint, path, response.clone()))
  return response
}

async function describeProblems(endpoint: Endpoint, path: string, response: Response) {
  const { ok, status } = response
  const name = `${endpoint.method} ${path} ${status}`
  if (response.headers.has(impossible) || (endpoint.response instanceof z.ZodAny && ok)) return []
  if (!response.headers.get('content-type')?.includes('json'))
    // A proxy answers without JSON while the server is down.
    return status >= 500 ? [] : [`${name} is not JSON`]
  const body: unknown = await response.json()
  const schema = ok ? endpoint.response : errorSchema(endpoint, status)
  return findDifferences(schema, body).map((difference) => `${name}: ${difference}`)
}

const errorSchema = ({ conflict }: Endpoint, status: number) =>
  (status === 409 && conflict ? conflictBody(conflict) : ErrorBody).refine(({ code }) => errorStatus[code] === status, {
    message: 'The code has another status',
    path: ['code'],
  })

/** Throws if a cached response differs from the contract. Queries for one item cache null if it does not exist. */
export function checkCached(path: string, cached: unknown) {
  const endpoint = findEndpoint('GET', path)
  if (!endpoint || cached === null) return
  const responses = isObject(cached) && 'pageParams' in cached && 'pages' in cached ? cached.pages : [cached]
  for (const response of responses as unknown[])
    for (const difference of findDifferences(endpoint.response, response))
      throw new Error(`The cached ${path} differs from the contract: ${difference}`)
}

/** What a schema refuses or does not know. */
function findDifferences(schema: z.ZodType, body: unknown) {
  const parsed = schema.safeParse(body)
  if (!parsed.success) return [z.prettifyError(parsed.error)]
  return findUnknown(body, parsed.data).map((at) => `${at} is unknown`)
}

function findUnknown(sent: unknown, known: unknown, at = 'body'): string[] {
  if (!isObject(sent)) return []
  if (!isObject(known)) return [at]
  const kept = known as Record<string, unknown>
  return Object.entries(sent).flatMap(([key, value]) =>
    value === undefined || key in kept ? findUnknown(value, kept[key], `${at}.${key}`) : [`${at}.${key}`],
  )
}
