import { ApiError } from '#web/api/call.ts'
import type { Progress } from './page-uploads.ts'

type Outage = {
  signal: AbortSignal
  report: (progress: Progress) => void
  /** In milliseconds, before each time it is asked again. */
  delays: number[]
}

/** Asks again for as long as nobody can take a call; for one that answers the same when asked twice. */
export async function throughOutages<Answer>(
  call: () => Promise<Answer>,
  { signal, report, delays }: Outage,
): Promise<Answer> {
  for (const delay of delays) {
    try {
      return await call()
    } catch (error) {
      if (error instanceof ApiError && !mayPass(error)) throw error
    }
    report({ step: 'paused' })
    await new Promise((resolve) => setTimeout(resolve, delay))
    signal.throwIfAborted()
    report({ step: 'checking' })
  }
  return call()
}

/** The site's database or store is away, or what stands in front of the site reaches no node of it. */
const mayPass = ({ status }: ApiError) => status === 502 || status === 503 || status === 504
