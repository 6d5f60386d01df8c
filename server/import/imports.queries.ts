import { msg } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import type pg from 'pg'
import { importDays, memberImports } from '#contract/limits.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { violatedConstraint } from '#server/db/constraint.ts'
import { statement } from '#server/db/statement.ts'
import { ticketJson } from '#server/drafts/draft-json.ts'
import { apiError, type ErrorText } from '#server/http/errors.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'
import type { SiteLanguages } from '#server/languages/site-languages.ts'
import type { RowReport } from './import-row.ts'
import { reportTexts } from './row-errors.ts'

export type OwnedImport = { id: string; ownerId: string; uploadId: string }

/**
 * `language` is that of the report. `failures` counts consecutive failed turns. `pageTexts` are of the unfinished row, by
 * upload id.
 */
export type ClaimedImport = OwnedImport & {
  isNew: boolean
  language: string
  failures: number
  pageTexts: Record<string, string>
}

/** A member has one import at a time. The oldest is deleted when there are too many. */
export async function insertImport(tx: Tx, { id, ownerId, uploadId }: OwnedImport) {
  await tx
    .insertInto('imports')
    .values({ id, owner_id: ownerId, upload_id: uploadId })
    .execute()
    .catch((error) => {
      if (violatedConstraint(error) !== 'imports_active') throw error
      throw apiError(
        'too_many_requests',
        msg`Another import of yours is still running. Start this one when it is done.`,
      )
    })
  await sql`
    delete from imports where id in (
      select id from imports where owner_id = ${ownerId}
      order by created_at desc, id desc offset ${memberImports})`.execute(tx)
}

export const findByUpload = (db: Db, { ownerId, uploadId }: Pick<OwnedImport, 'ownerId' | 'uploadId'>) =>
  db
    .selectFrom('imports')
    .select('id')
    .where('upload_id', '=', uploadId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()

/**
 * The import of the member whose last turn is the longest ago, in this import or an earlier one. Skips members who are
 * suspended, being deleted or not approved.
 */
export async function claimNextImport(db: Db, languages: SiteLanguages): Promise<ClaimedImport | undefined> {
  const { rows } = await sql<Omit<ClaimedImport, 'language'> & { language: string | null }>`
    update imports set read_at = clock_timestamp(), state = 'reading'
    where id = (
      select i.id from imports i join users u on u.id = i.owner_id
      where i.state in ('waiting', 'reading') and u.deleting_at is null and u.suspended_at is null
        and u.awaiting_since is null
      order by (select max(read_at) from imports own where own.owner_id = i.owner_id) nulls first, i.created_at
      limit 1 for update of i skip locked)
    returning id, owner_id as "ownerId", upload_id as "uploadId", row_count is null as "isNew", failures,
      page_texts as "pageTexts", (select language from users where id = owner_id)`.execute(db)
  return rows[0] && { ...rows[0], language: languages.choose(rows[0].language) }
}

export const savePageText = (db: Db, id: string, uploadId: string, text: string) =>
  sql`update imports set page_texts = page_texts || jsonb_build_object(${uploadId}::text, ${text}::text)
    where id = ${id}`.execute(db)

type TableInfo = { rowCount: number; note: ErrorText | null }

export function saveTableInfo(db: Db, { id, language }: ClaimedImport, { rowCount, note }: TableInfo) {
  const { english, translation } = reportTexts(note, language)
  const info = { row_count: rowCount, note: english, note_translation: translation }
  return db.updateTable('imports').set(info).where('id', '=', id).execute()
}

export function markFinished(db: Db, { id, language }: ClaimedImport, reason: ErrorText | null) {
  const { english, translation } = reportTexts(reason, language)
  const state = reason === null ? 'done' : 'refused'
  const result = { state, refusal: english, refusal_translation: translation, page_texts: '{}' } as const
  return db.updateTable('imports').set(result).where('id', '=', id).execute()
}

/** Counts a failed turn and returns the number of consecutive failures; 0 if the import was deleted. */
export async function countFailure(db: Db, id: string) {
  const updated = await db
    .updateTable('imports')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirst()
  return updated?.failures ?? 0
}

export const resetFailures = (db: Db, id: string) =>
  db.updateTable('imports').set({ failures: 0 }).where('id', '=', id).where('failures', '>', 0).execute()

export async function listImportedRows(db: Db, id: string) {
  const rows = await db.selectFrom('import_rows').select('number').where('import_id', '=', id).execute()
  return new Set(rows.map(({ number }) => number))
}

/** The table keeps the words of 1.0, whose processes read and write it during an upgrade. */
const storedOutcomes = { created: 'made', existing: 'already', refused: 'refused' } as const

/** The draft already exists if this write is lost. */
export async function insertRow(
  db: Db,
  { id, language }: ClaimedImport,
  { row, title, outcome, message, draftId }: RowReport,
) {
  const { english, translation } = reportTexts(message, language)
  await db
    .insertInto('import_rows')
    .values({
      import_id: id,
      number: row,
      title,
      outcome: storedOutcomes[outcome],
      says: english,
      says_translation: translation,
      draft_id: draftId ?? null,
    })
    .onConflict((conflict) => conflict.constraint('import_rows_key').doNothing())
    .execute()
  await sql`update imports set page_texts = '{}' where id = ${id} and page_texts <> '{}'`.execute(db)
}

/** The JSON of the rows of `imports i` as contract/imports.ts declares them, for the API and the member's export. */
export const importedRowsJson = `(
  select coalesce(json_agg(json_build_object('number', r.number, 'title', r.title, 'outcome',
    case r.outcome when 'made' then 'created' when 'already' then 'existing' else r.outcome end,
    'message', r.says, 'messageTranslation', r.says_translation, 'draftId', r.draft_id) order by r.number), '[]')
  from import_rows r where r.import_id = i.id)`

const importJson = `json_build_object('id', i.id, 'state', i.state, 'refusal', i.refusal,
  'refusalTranslation', i.refusal_translation, 'note', i.note, 'noteTranslation', i.note_translation, 'rowCount', i.row_count,
  'rows', ${importedRowsJson}, 'createdAt', i.created_at)::text`

const importStatement = statement<{ item: string }, [ownerId: string, id: string]>(
  'import',
  `select ${importJson} as item from imports i where i.owner_id = $1 and i.id = $2`,
)

export async function findImport(pool: pg.Pool, ownerId: string, id: string) {
  const [row] = await importStatement(pool, ownerId, id)
  return row?.item
}

const importsStatement = statement<{ item: string }, [ownerId: string]>(
  'imports',
  `select ${importJson} as item from imports i where i.owner_id = $1
   order by i.created_at desc, i.id desc limit ${memberImports}`,
)

export const listImports = async (pool: pg.Pool, ownerId: string) =>
  (await importsStatement(pool, ownerId)).map(({ item }) => item)

const draftsSql = (after: string) => `
  select ${ticketJson}::text as item, json_build_array(d.created_at, d.id) as position
  from drafts d where d.owner_id = $1 and d.is_imported and ${after}
  order by d.created_at desc, d.id desc limit $2`
const firstDraftsPage = statement<PageRow, [ownerId: string, limit: number]>('imported-drafts', draftsSql('true'))
const nextDraftsPage = statement<PageRow, [ownerId: string, limit: number, createdAt: string, id: string]>(
  'imported-drafts-after',
  draftsSql('(d.created_at, d.id) < ($3::timestamptz, $4::uuid)'),
)

export const listImportedDrafts = (pool: pg.Pool, ownerId: string, { limit, after }: ListRange<string>) =>
  after ? nextDraftsPage(pool, ownerId, limit + 1, ...after) : firstDraftsPage(pool, ownerId, limit + 1)

export const deleteOldImports = (db: Db) =>
  db.deleteFrom('imports').where('created_at', '<', sql<Date>`now() - make_interval(days => ${importDays})`).execute()
