import { sql } from 'kysely'
import { type Actor, recordAction } from '#server/audit/audit.queries.ts'
import type { Db, Tx } from '#server/db/connection.ts'

export const findAnnouncement = (db: Db) =>
  db
    .selectFrom('announcements')
    .select(['id', 'text', 'until', 'announced_at as since'])
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', sql<Date>`now()`)]))
    .executeTakeFirst()

type NewAnnouncement = { text: string; until: Date | null; actor: Actor }

/** Replaces the announcement. `already` for the same text and end, so that members who dismissed it do not see it again. */
export async function announce(tx: Tx, { text, until, actor }: NewAnnouncement) {
  const saved = await tx
    .insertInto('announcements')
    .values({ text, until })
    .onConflict((conflict) =>
      conflict
        .column('is_singleton')
        .doUpdateSet({ id: sql`uuidv7()`, text, until, announced_at: sql`now()` })
        .where(
          sql<boolean>`(announcements.text, announcements.until) is distinct from (${text}, ${until}::timestamptz)`,
        ),
    )
    .returning('id')
    .executeTakeFirst()
  if (!saved) return 'already' as const
  await recordAction(tx, {
    actor,
    act: 'announcement set',
    subject: `announcement ${saved.id}`,
    detail: { note: text },
  })
  return 'done' as const
}

/** Also removes an expired announcement. */
export async function removeAnnouncement(tx: Tx, { actor }: { actor: Actor }) {
  const deleted = await tx.deleteFrom('announcements').returning('id').executeTakeFirst()
  if (!deleted) return 'already' as const
  await recordAction(tx, { actor, act: 'announcement removed', subject: `announcement ${deleted.id}` })
  return 'done' as const
}

export const deleteExpiredAnnouncement = (db: Db) =>
  db.deleteFrom('announcements').where('until', '<=', sql<Date>`now()`).execute()
