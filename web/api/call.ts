import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type * as search from '#contract/search.ts'

type Part<Key extends string, Schema> = Schema extends z.ZodType
  ? MayBeLeftOut<z.input<Schema>> extends true
    ? { [K in Key]?: z.input<Schema> }
    : { [K in Key]: z.input<Schema> }
  : unknown
type MayBeLeftOut<Type> = undefined extends Type ? true : Partial<Type> extends Type ? true : false

export type AddressOf<E extends Endpoint> = Part<'params', Given<E['params']>> &
  Part<'query', Given<E['query']>>
type InputOf<E extends Endpoint> = AddressOf<E> & Part<'body', Given<E['body']>> & How

type Given<Schema> = [NonNullable<Schema>] extends [never] ? undefined : NonNullable<Schema>
export type Argument<Type> = unknown extends Type ? [] : Partial<Type> extends Type ? [Type?] : [Type]

export type AnswerOf<E extends Endpoint> = z.output<E['response']>

/** A typed API call. `path` returns the address with parameters and query, which is also the cache key. */
export type Call<E extends Endpoint> = {
  (...input: Argument<InputOf<E>>): Promise<AnswerOf<E>>
  path: (...address: Argument<AddressOf<E>>) => string
}

/** `keepalive` lets a small request outlive the page. */
type How = { signal?: AbortSignal; keepalive?: boolean }

export type Sent = How & { params?: Record<string, unknown>; query?: object; body?: unknown }

/** Declares a call by method and path without loading the contract. The compiler checks both against it. */
// @__NO_SIDE_EFFECTS__
export function call<E extends Endpoint>(method: E['method'], pattern: E['path']): Call<E> {
  const path = ({ params, query }: Sent = {}) => {
    const address = pattern.replace(/:(\w+)/g, (_, name) => encodeURIComponent(`${params?.[name]}`))
    const given = new URLSearchParams(Object.entries(query ?? {}).filter(([, value]) => value))
    return given.size ? `${address}?${given}` : address
  }
  const send = ({ params, query, ...how }: Sent = {}) => fetchAnswer(method, path({ params, query }), how)
  return Object.assign(send, { path }) as Call<E>
}

type Start<Path> = Path extends `${infer Before}/:${string}` ? Before : Path

// @__NO_SIDE_EFFECTS__
export const pathStart = <E extends Endpoint>(start: Start<E['path']>): string => start

/** A response that is not OK: `<status>: <body or status text>`. `sentence` is for users. */
export class ApiError extends Error {
  readonly status: number
  readonly statusText: string
  readonly code: ErrorBody['code'] | undefined
  readonly sentence: string
  readonly issues: NonNullable<ErrorBody['issues']>
  /** For `changed_elsewhere`: the current project, zine or draft. */
  readonly project: ErrorBody['project']
  readonly zine: ErrorBody['zine']
  readonly draft: ErrorBody['draft']
  readonly shelf: ErrorBody['shelf']
  /** For `proof_needed`: the proof of work to solve. */
  readonly proof: ErrorBody['proof']

  constructor(status: number, statusText: string, text: string) {
    super(`${status}: ${text || statusText}`)
    const body = errorBody(text)
    this.status = status
    this.statusText = statusText
    this.code = body?.code
    this.sentence = body?.error ?? (text || statusText)
    this.issues = body?.issues ?? []
    this.project = body?.project
    this.zine = body?.zine
    this.draft = body?.draft
    this.shelf = body?.shelf
    this.proof = body?.proof
  }
}

/** A failed search, with the message of spec §8. */
export class SearchError extends ApiError {
  override readonly message = `HTTP error! status: ${this.status}`
}

function errorBody(text: string): Partial<ErrorBody> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const searches = [
  pathStart<typeof search.searchZines>('/api/search/zines'),
  pathStart<typeof search.searchCreators>('/api/search/users'),
]

export async function fetchAnswer(
  method: string,
  path: string,
  { body, ...how }: Pick<Sent, 'body'> & How = {},
) {
  const answer = await fetch(path, {
    credentials: 'include',
    method,
    ...how,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })
  if (!answer.ok) {
    const Failure = searches.some((start) => path.startsWith(start)) ? SearchError : ApiError
    throw new Failure(answer.status, answer.statusText, await answer.text())
  }
  return answer.json()
}

/** Whether a call failed because its target does not exist. */
export const isGone = (error: unknown) => error instanceof ApiError && error.code === 'not_found'

/** For deletions: ignores that the target no longer exists. */
export function unlessGone(error: unknown) {
  if (!isGone(error)) throw error
}

/** The server's message for users, or the fallback. */
export const sentenceOf = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.code ? error.sentence : fallback

export const leadsNowhere = (status: number) => status === 400 || status === 404
