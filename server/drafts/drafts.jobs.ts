import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import { type PublishingDeps, publishDue, resumePublishing } from './publish-due.ts'
import { announceUntouched, removeUntouched } from './untouched-drafts.ts'

/** What a process that was killed held is published late, and not never; what is swept has time. */
export const draftCrontab = '*/10 * * * * sweep-drafts ?jobKey=sweep-drafts'

const due = z.object({ draftId: z.uuid() })

export const draftJobs = (deps: PublishingDeps): TaskList => ({
  'publish-draft': (payload) => publishDue(deps, due.parse(payload).draftId),
  'sweep-drafts': async () => {
    await resumePublishing(deps.db)
    await announceUntouched(deps.db)
    await removeUntouched(deps.db)
  },
})
