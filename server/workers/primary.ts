import type { Config } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { type Timeouts, timeouts } from '#server/http/request-bounds.ts'
import { inOrder } from '#server/process/stopping.ts'
import { WorkerPool } from './worker-pool.ts'

/**
 * Brings the schema to its newest once, owns the database that comes along, and looks after the processes that do the work. It
 * answers nothing itself and loads none of the application.
 */
export async function startWorkers(config: Config, { stop = timeouts.stop }: Partial<Timeouts> = {}) {
  const workers = new WorkerPool(config)
  const database = await openDatabase(config, { connections: 2, onMove: (url) => workers.move(url) })
  workers.move(database.url)
  try {
    await workers.start()
  } catch (error) {
    await database.stop()
    throw error
  }
  return {
    database,
    workers,
    stop: inOrder(
      () => workers.stop(2 * stop),
      () => database.stop(),
    ),
  }
}
