import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import type { DocumentDeps } from './documents.ts'
import { notKept } from './refusals.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute
const daysKept = 7

type Deps = Pick<DocumentDeps, 'db' | 'files'>

/** Removes PDFs that were kept long enough, and those whose draft, or whose member, is gone. */
export async function sweepDocuments({ db, files }: Deps, now = new Date()) {
  await db
    .updateTable('documents')
    .set({
      byte_size: 0,
      state: sql`case when state in ('waiting', 'reading') then 'refused' else state end`,
      refusal: sql`case when state in ('waiting', 'reading') then ${notKept} else refusal end`,
    })
    .where('byte_size', '>', 0)
    .where('created_at', '<', new Date(now.getTime() - daysKept * day))
    .execute()
  // One that came a moment ago may have no row yet.
  for await (const { id, path } of files.listOlderThan(new Date(now.getTime() - minute)))
    if (!(await isKept({ db }, id))) await rm(path, { force: true })
}

const isKept = async ({ db }: Pick<Deps, 'db'>, id: string) =>
  (await db
    .selectFrom('documents')
    .select('id')
    // By the index: whatever lies there under another name has no row.
    .where('id', '=', sql<string>`case when ${id} ~ '^[0-9a-f-]{36}$' then ${id}::text::uuid end`)
    .where('byte_size', '>', 0)
    .executeTakeFirst()) !== undefined
