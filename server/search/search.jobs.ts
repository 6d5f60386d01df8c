import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { indexZinesOf, placeZines, rebuildSearch } from './rebuild.ts'

const creator = z.object({ creatorId: z.uuid() })

/** Each minute: searches look at what is unplaced beside what they look up. */
export const searchCrontab = '* * * * * place-zines ?jobKey=place-zines'

export const searchJobs = ({ db }: { db: Db }): TaskList => ({
  'index-zines-of': async (payload) => indexZinesOf(db, creator.parse(payload).creatorId),
  'place-zines': () => placeZines(db),
  'index-library': async () => rebuildSearch(db),
})
