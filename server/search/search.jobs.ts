import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { foldAdditions } from './fold.ts'
import { pairWords } from './pair-words.ts'
import { indexZinesOf, placeZines, rebuildSearch } from './rebuild.ts'

export const searchCrontab = [
  // For searches look at what is unplaced too. After an upgrade it promises itself again until all is placed.
  '* * * * * place-zines ?jobKey=place-zines',
  // What a process left that ended before it folded.
  '*/5 * * * * fold-words ?jobKey=fold-words',
  // Most of the time there is nothing to do.
  '*/10 * * * * pair-words ?jobKey=pair-words',
].join('\n')

const creator = z.object({ creatorId: z.uuid() })

export const searchJobs = ({ db }: { db: Db }): TaskList => ({
  'index-zines-of': async (payload) => indexZinesOf(db, creator.parse(payload).creatorId),
  'fold-words': async () => foldAdditions(db),
  'place-zines': async () => {
    if ((await placeZines(db)) !== 'more') return
    await db.transaction().execute((tx) => enqueueJob(tx, 'place-zines', {}, { key: 'place-zines' }))
  },
  'index-library': async () => rebuildSearch(db),
  'pair-words': async () => {
    if ((await pairWords(db)) !== 'more') return
    await db.transaction().execute((tx) => enqueueJob(tx, 'pair-words', {}, { key: 'pair-words' }))
  },
})
