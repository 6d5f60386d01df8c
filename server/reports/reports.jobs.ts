import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import { type LetterDeps, sendLetter } from './send-letter.ts'
import { sweepReports } from './sweep-reports.ts'

/** In the morning, when whoever decides may be reading mail. */
export const reportCrontab = '7 8 * * * sweep-reports ?jobKey=sweep-reports'

const promised = z.object({ letterId: z.uuid() })

export const reportJobs = (deps: LetterDeps): TaskList => ({
  'send-report-letter': async (payload, { abortSignal, logger }) => {
    const refusal = await sendLetter(deps, promised.parse(payload).letterId, abortSignal)
    if (refusal) logger.warn(`A letter about reports has no mailbox to go to. ${refusal.message}`)
  },
  'sweep-reports': () => sweepReports(deps),
})
