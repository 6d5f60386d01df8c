import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** Of a clock tick, which is what Linux tells processor time in on every machine that we run on. */
const tickMs = 10

/**
 * The processor time that a PostgreSQL on this machine has taken so far, in milliseconds: of the server, of every process
 * of its own that is there, and of those that have ended. Other work on the machine is not in it.
 */
export async function postgresCpu(pool: pg.Pool): Promise<() => number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const server = timesOf(rows[0]?.pid ?? 0)?.parent
  if (!server) throw new Error('This PostgreSQL is not on this machine.')
  return () => {
    const own = timesOf(server)
    const children = everyProcess().flatMap((pid) => {
      const times = timesOf(pid)
      return times?.parent === server ? [times.own] : []
    })
    return ((own?.own ?? 0) + (own?.ended ?? 0) + children.reduce((sum, ticks) => sum + ticks, 0)) * tickMs
  }
}

/** The processor time of one process so far, in milliseconds. */
export const processCpu = (pid: number) => (timesOf(pid)?.own ?? 0) * tickMs

const everyProcess = () =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0)

/** In ticks; undefined of a process that has ended. */
function timesOf(pid: number) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) \S /s, '')
      .split(' ')
      .map(Number)
    const [parent = 0] = fields
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(10)
    return { parent, own: user + system, ended: endedUser + endedSystem }
  } catch {
    return undefined
  }
}
