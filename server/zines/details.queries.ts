import { sql } from 'kysely'
import type { Details } from '#contract/details.ts'
import { issueNumber, seriesSlug } from '#contract/series.ts'
import type { Tx } from '#server/db/connection.ts'

/** Writes what a zine that is held says of itself; a zine that says nothing has no row. */
export async function writeDetails(tx: Tx, zine: { id: string; creatorId: string }, details: Details) {
  if (Object.values(details).every((said) => said === undefined)) {
    await tx.deleteFrom('zine_details').where('zine_id', '=', zine.id).execute()
    return
  }
  const row = {
    details: JSON.stringify(details),
    series_slug: details.series ? seriesSlug(details.series) : null,
    issue_number: issueNumber(details.issue),
  }
  await tx
    .insertInto('zine_details')
    .values({ zine_id: zine.id, creator_id: zine.creatorId, ...row })
    .onConflict((known) => known.column('zine_id').doUpdateSet(row))
    .execute()
}

/** Whether it says just that already. */
export async function hasDetails(tx: Tx, zineId: string, details: Details) {
  const { rows } = await sql<{ isSame: boolean }>`
    select coalesce((select details from zine_details where zine_id = ${zineId}), '{}')
      = ${JSON.stringify(details)}::jsonb as "isSame"`.execute(tx)
  return rows[0]?.isSame === true
}
