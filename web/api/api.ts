import { QueryClient } from '@tanstack/react-query'
import type { ErrorBody } from '#contract/errors.ts'

/** An answer that is not OK. Its message is `<status>: <body or status text>`; `sentence` is for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorBody['code'] | undefined
  readonly sentence: string
  readonly issues: NonNullable<ErrorBody['issues']>
  /** With `changed_elsewhere`: the project as it is now. */
  readonly project: ErrorBody['project']

  constructor(status: number, statusText: string, text: string) {
    super(`${status}: ${text || statusText}`)
    const body = errorBody(text)
    this.status = status
    this.code = body?.code
    this.sentence = body?.error ?? (text || statusText)
    this.issues = body?.issues ?? []
    this.project = body?.project
  }
}

function errorBody(text: string): Partial<ErrorBody> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Sent = { body?: unknown; signal?: AbortSignal; keepalive?: boolean }

export async function fetchAnswer(method: string, path: string, { body, ...how }: Sent = {}) {
  const answer = await fetch(path, {
    credentials: 'include',
    method,
    ...how,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  })
  if (!answer.ok) throw new ApiError(answer.status, answer.statusText, await answer.text())
  return answer.json()
}

/** Cached reads are keyed by their path, never go stale by themselves and are never retried (spec §9). */
export const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        queryFn: ({ queryKey, signal }) => fetchAnswer('GET', String(queryKey[0]), { signal }),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
