import type { Config } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { inOrder } from '../start.ts'
import { Crew } from './crew.ts'

/**
 * Brings the schema to its newest once, owns the database that comes along, and looks after the processes that do the work. It
 * answers nothing itself and loads none of the application.
 */
export async function startWorkers(config: Config) {
  const crew = new Crew(config)
  const database = await openDatabase(config, { connections: 2, onMove: (url) => crew.move(url) })
  crew.move(database.url)
  try {
    await crew.start()
  } catch (error) {
    await database.stop()
    throw error
  }
  return {
    stop: inOrder(
      () => crew.stop(),
      () => database.stop(),
    ),
  }
}
