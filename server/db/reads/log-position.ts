import { statement } from '../statement.ts'

/**
 * Where a server stands in the log: a replica by what it has replayed. With `synchronous_commit` off what was committed
 * may not be written yet. Otherwise it is, and what others are writing is not waited for.
 */
export const positionSql = `case
  when pg_is_in_recovery() then pg_last_wal_replay_lsn()
  when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end::text`

/** Where the log ends, behind everything that was committed before it was asked for. */
export const askPosition = statement<{ position: string }, []>(
  'log-position',
  `select ${positionSql} as position`,
)

/** Ahead of every server: only the primary has everything. */
export const endOfTheLog = 'FFFFFFFF/FFFFFFFF'

/** A position as PostgreSQL writes it, as a number to compare; exact up to eight petabytes of log. */
export function orderOf(position: string | null | undefined) {
  const [, high, low] = /^([\da-f]{1,8})\/([\da-f]{1,8})$/i.exec(position ?? '') ?? []
  return high && low ? Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16) : 0
}
