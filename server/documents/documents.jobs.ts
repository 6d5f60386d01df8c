import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { z } from 'zod'
import { toStored } from '#server/languages/stored-sentences.ts'
import { type DocumentDeps, pdfNoLongerStored } from './documents.ts'
import { readDocuments } from './read-documents.ts'

/** Every minute, to resume the work of killed processes. */
export const documentsCrontab = `* * * * * read-documents ?jobKey=read-documents
29 * * * * sweep-documents ?jobKey=sweep-documents`

const removePdfFilesPayload = z.object({ ownerId: z.uuid(), ids: z.array(z.uuid()) })

declare module '#server/db/jobs.ts' {
  interface Jobs {
    'read-documents': Record<string, never>
    'remove-pdf-files': { ownerId: string; ids: string[] }
  }
}

export const documentJobs = (deps: DocumentDeps): TaskList => ({
  'read-documents': () => readDocuments(deps),
  'sweep-documents': () => sweepDocuments(deps),
  'remove-pdf-files': async (payload) => {
    const { ownerId, ids } = removePdfFilesPayload.parse(payload)
    for (const id of ids) await deps.files.remove({ id, ownerId })
  },
})

const minute = 60 * 1000
const day = 24 * 60 * minute
const retentionDays = 7

type Deps = Pick<DocumentDeps, 'db' | 'files'>

export async function sweepDocuments({ db, files }: Deps, now = new Date()) {
  await db
    .updateTable('documents')
    .set({
      byte_size: 0,
      state: sql`case when state in ('waiting', 'reading') then 'refused' else state end`,
      refusal: sql`case when state in ('waiting', 'reading') then ${toStored(pdfNoLongerStored)} else refusal end`,
    })
    .where('byte_size', '>', 0)
    .where('created_at', '<', new Date(now.getTime() - retentionDays * day))
    .execute()
  // A recent file may not have a row yet.
  for await (const { id, remove } of files.listOlderThan(new Date(now.getTime() - minute)))
    if (!(await isStored({ db }, id))) await remove()
}

/** Removes all files of a member: those without a row, and those whose row names the member. */
export async function removePdfsOfOwner({ db, files }: Deps, ownerId: string) {
  for await (const { id, remove } of files.listByOwner(ownerId))
    if ([undefined, ownerId].includes(await ownerOf({ db }, id))) await remove()
}

const isStored = async ({ db }: Pick<Deps, 'db'>, id: string) =>
  (await rowOf({ db }, id).where('byte_size', '>', 0).executeTakeFirst()) !== undefined

const ownerOf = async ({ db }: Pick<Deps, 'db'>, id: string) => (await rowOf({ db }, id).executeTakeFirst())?.owner_id

const rowOf = ({ db }: Pick<Deps, 'db'>, id: string) =>
  db
    .selectFrom('documents')
    .select('owner_id')
    // Uses the index. A file whose name is no UUID has no row.
    .where('id', '=', sql<string>`case when ${id} ~ '^[0-9a-f-]{36}$' then ${id}::text::uuid end`)
