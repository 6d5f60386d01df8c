import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { pairWords } from './pair-words.ts'
import { indexZinesOf, rebuildSearch } from './rebuild.ts'

/** Most of the time there is nothing to do. */
export const searchCrontab = '*/10 * * * * pair-words ?jobKey=pair-words'

const creator = z.object({ creatorId: z.uuid() })

export const searchJobs = ({ db }: { db: Db }): TaskList => ({
  'index-zines-of': async (payload) => indexZinesOf(db, creator.parse(payload).creatorId),
  'index-library': async () => rebuildSearch(db),
  'pair-words': async () => {
    if ((await pairWords(db)) !== 'more') return
    await db.transaction().execute((tx) => enqueueJob(tx, 'pair-words', {}, { key: 'pair-words' }))
  },
})
