import { sql } from 'kysely'
import { siteReports } from '#contract/limits.ts'
import type { Db, Tx } from '#server/db/connection.ts'

/**
 * Keeps the reports of the whole site to a number; false when there is no room for one more. To turn away whoever comes
 * when it is reached would let a few who fill it silence everybody else. So something goes that tells less: what was
 * decided on, the oldest first, and then the latest of whoever reported the most and of what was reported the most. What is
 * the first of somebody, about something that nobody had reported, never goes: it takes as many networks as there is
 * room, each with another thing, to have the next one turned away.
 */
export async function makeRoom(db: Db, { most = siteReports } = {}): Promise<boolean> {
  if (!(await isFull(db, most))) return true
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('room for reports', 7))`.execute(tx)
    return !(await isFull(tx, most)) || (await dropSome(tx, Math.ceil(most / 20))) > 0
  })
}

async function isFull(db: Db | Tx, most: number) {
  const { rows } = await sql`select id from reports order by id offset ${most - 1} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Many at once, as all are looked at for it. What somebody is deciding on stays. In arrays, they are found once, however few
 * PostgreSQL takes the reports for.
 */
async function dropSome(tx: Tx, atMost: number) {
  const { numAffectedRows = 0n } = await sql`
    delete from reports where id = any(array(
      select id from reports where id = any(array(
        select id from (
          select id, resolved_at, reported_at, greatest(
            row_number() over (
              partition by resolved_at is null, coalesce(reporter_id::text, network, id::text) order by reported_at, id),
            row_number() over (
              partition by resolved_at is null, creator_id, coalesce(zine_id::text, title) order by reported_at, id)
          ) as nth from reports
        ) counted
        where resolved_at is not null or nth > 1
        order by resolved_at, nth desc, reported_at desc limit ${atMost}
      )) for update skip locked
    ))`.execute(tx)
  return Number(numAffectedRows)
}
