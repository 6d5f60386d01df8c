import type { TaskList } from 'graphile-worker'
import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { indexZinesOf, placeZines, rebuildSearch } from './rebuild.ts'

const creator = z.object({ creatorId: z.uuid() })

/** Each minute, for searches look at what is unplaced too. One at a time: the first after an upgrade takes longer. */
export const searchCrontab = '* * * * * place-zines ?jobKey=place-zines&queue=place-zines'

export const searchJobs = ({ db }: { db: Db }): TaskList => ({
  'index-zines-of': async (payload) => indexZinesOf(db, creator.parse(payload).creatorId),
  'place-zines': () => placeZines(db),
  'index-library': async () => rebuildSearch(db),
})
