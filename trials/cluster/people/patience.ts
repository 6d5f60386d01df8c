import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Call } from '#trials/site/client.ts'
import type { Meter } from './meter.ts'

type Sent = Parameters<Call>[2]

const usualPauseMs = 500

/**
 * Calls with retries, as people make them: delayed or interrupted requests are repeated with the same ids until they succeed.
 * Each attempt counts. A page is read even if its picture does not load.
 */
export function patient(
  asked: Call,
  meter: Pick<Meter, 'counting' | 'waiting'>,
  pauseMs = usualPauseMs,
): Call {
  const call = meter.counting(asked)
  return async (method, path, sent) => {
    const waiting = meter.waiting(method, path)
    const first = await outcomeOf(call(method, path, sent))
    let outcome = first
    while (isPutOff(outcome) && !path.startsWith('/media/') && waiting.goesOn()) {
      await sleep(pauseMs)
      const rest = method === 'PATCH' ? await restOf(call, path, sent) : sent
      outcome = await outcomeOf(call(method, path, rest))
    }
    if (outcome instanceof Error) throw outcome
    return outcome === first ? outcome : asRepeated(method, outcome)
  }
}

const outcomeOf = (asked: Promise<Answer>) => asked.catch((error: Error) => error)

const isPutOff = (outcome: Answer | Error) => outcome instanceof Error || outcome.status >= 500

/** A 404 means that the interrupted attempt had already deleted it. */
const asRepeated = (method: string, answer: Answer): Answer =>
  method === 'DELETE' && answer.status === 404 ? { ...answer, status: 200 } : answer

/** Resumes an upload at the received offset. */
async function restOf(call: Call, path: string, sent: Sent): Promise<Sent> {
  const headers = { 'tus-resumable': '1.0.0' }
  const known = await call('HEAD', path, { headers }).catch(() => undefined)
  const offset = Number(known?.headers['upload-offset'] ?? 0)
  const bytes = (sent?.bytes ?? Buffer.alloc(0)).subarray(offset)
  return { ...sent, bytes, headers: { ...sent?.headers, 'upload-offset': String(offset) } }
}
