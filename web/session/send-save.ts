import { t } from '@lingui/core/macro'
import { ApiError, getUserMessage } from '#web/api/call.ts'
import type { Outcome } from './session-state.ts'

/** Browsers limit `keepalive` requests to 64 kB in total, including headers. */
const maxKeepaliveBytes = 60_000

/** Small saves outlive the page. The timeout allows for 5 kB per second. */
export function requestOptions(body: object) {
  const json = JSON.stringify(body)
  const timeoutMs = 20_000 + new TextEncoder().encode(json).length / 5
  return { keepalive: fitsKeepalive(json), signal: AbortSignal.timeout(timeoutMs) }
}

export const fitsKeepalive = (body: string) =>
  body.length <= maxKeepaliveBytes && new TextEncoder().encode(body).length <= maxKeepaliveBytes

type FailedOutcome = Exclude<Outcome<never>, { kind: 'saved' | 'changed' }>

export function toFailedOutcome(error: unknown): FailedOutcome {
  if (!(error instanceof ApiError)) return { kind: 'failed', userMessage: t`Foldout could not be reached.` }
  const userMessage = getUserMessage(error, t`Something went wrong. Please try again.`)
  if (error.code === 'not_found') return { kind: 'gone' }
  if (error.code === 'not_signed_in' || error.code === 'not_yours') return { kind: 'signed-out' }
  const isPermanent = error.code !== undefined && error.status < 500 && error.status !== 429
  return { kind: isPermanent ? 'refused' : 'failed', userMessage }
}
