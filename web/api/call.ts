import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'

type InputPart<Key extends string, Schema> = Schema extends z.ZodType
  ? IsOptional<z.input<Schema>> extends true
    ? { [K in Key]?: z.input<Schema> }
    : { [K in Key]: z.input<Schema> }
  : unknown
type IsOptional<Type> = undefined extends Type ? true : Partial<Type> extends Type ? true : false

export type AddressOf<E extends Endpoint> = InputPart<'params', PresentSchema<E['params']>> &
  InputPart<'query', PresentSchema<E['query']>>
type InputOf<E extends Endpoint> = AddressOf<E> & InputPart<'body', PresentSchema<E['body']>> & RequestOptions

type PresentSchema<Schema> = [NonNullable<Schema>] extends [never] ? undefined : NonNullable<Schema>
export type Argument<Type> = unknown extends Type ? [] : Partial<Type> extends Type ? [Type?] : [Type]

export type ResponseOf<E extends Endpoint> = z.output<E['response']>

/** A typed API call. `path` returns the address with parameters and query, which is also the cache key. */
export type Call<E extends Endpoint> = {
  (...input: Argument<InputOf<E>>): Promise<ResponseOf<E>>
  path: (...address: Argument<AddressOf<E>>) => string
}

/** `keepalive` lets a small request outlive the page. */
type RequestOptions = { signal?: AbortSignal; keepalive?: boolean }

export type CallInput = RequestOptions & { params?: Record<string, unknown>; query?: object; body?: unknown }

/**
 * Declares a call by method and path without loading the contract. The compiler checks both against it. A response that
 * is not OK throws `Failure`.
 */
// @__NO_SIDE_EFFECTS__
export function call<E extends Endpoint>(method: E['method'], pattern: E['path'], Failure = ApiError): Call<E> {
  const path = ({ params, query }: CallInput = {}) => {
    const address = pattern.replace(/:(\w+)/g, (_, name) => encodeURIComponent(`${params?.[name]}`))
    const searchParams = new URLSearchParams(Object.entries(query ?? {}).filter(([, value]) => value))
    return searchParams.size ? `${address}?${searchParams}` : address
  }
  const send = ({ params, query, ...options }: CallInput = {}) =>
    fetchJson(method, path({ params, query }), { ...options, Failure })
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
  readonly userMessage: string
  readonly issues: NonNullable<ErrorBody['issues']>
  /** The current state, with `changed_elsewhere`. `currentState` returns it with its type. */
  readonly current: unknown
  /** The proof of work to solve, with `proof_needed`. */
  readonly proof: ErrorBody['proof']

  constructor(status: number, statusText: string, text: string) {
    super(`${status}: ${text || statusText}`)
    const body = errorBody(text)
    this.status = status
    this.statusText = statusText
    this.code = body?.code
    this.userMessage = body?.translation ?? body?.error ?? (text || statusText)
    this.issues = (body?.issues ?? []).map(translatedIssue)
    this.current = body?.current
    this.proof = body?.proof
  }
}

/** A failed search, with the message of spec §8. */
export class SearchError extends ApiError {
  override readonly message = `HTTP error! status: ${this.status}`
}

/** The message of an issue in the language of the page. */
export const translatedIssue = <Issue extends { message: string; translation?: string | undefined }>(issue: Issue) => ({
  ...issue,
  message: issue.translation ?? issue.message,
})

function errorBody(text: string): (Partial<ErrorBody> & { current?: unknown }) | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The language of the page, in which the server explains its refusals. The browser would send those of its own. */
export function acceptLanguage(): Record<string, string> {
  const { lang } = document.documentElement
  return lang === '' ? {} : { 'accept-language': lang }
}

export async function fetchJson(
  method: string,
  path: string,
  {
    body,
    Failure = ApiError,
    ...options
  }: Pick<CallInput, 'body'> & RequestOptions & { Failure?: typeof ApiError } = {},
) {
  const response = await fetch(path, {
    credentials: 'include',
    method,
    headers: { ...acceptLanguage(), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...options,
  })
  if (!response.ok) throw new Failure(response.status, response.statusText, await response.text())
  return response.json()
}

type CurrentOf<E extends Endpoint> = z.output<NonNullable<E['conflict']>>

/** The current state, if a call of this endpoint failed because it was changed elsewhere. */
export const currentState = <E extends Endpoint>(error: unknown) =>
  (error instanceof ApiError ? error.current : undefined) as CurrentOf<E> | undefined

/** Whether a call failed because its target does not exist. */
export const isNotFound = (error: unknown) => error instanceof ApiError && error.code === 'not_found'

/** Deletes, and ignores that the target no longer exists. */
export function ignoreNotFound(error: unknown) {
  if (!isNotFound(error)) throw error
}

/** The server's message for users, or the fallback. */
export const getUserMessage = (error: unknown, fallback: string) =>
  error instanceof ApiError && error.code ? error.userMessage : fallback

export const isNotFoundStatus = (status: number) => status === 400 || status === 404
