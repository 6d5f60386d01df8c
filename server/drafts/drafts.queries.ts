import { sql } from 'kysely'
import type pg from 'pg'
import { memberDrafts } from '#contract/limits.ts'
import type { Tx } from '#server/db/connection.ts'
import { statement } from '#server/db/statement.ts'
import { draftJson, ticketJson } from './draft-json.ts'

/** Queries always include the owner, so that no member can read or change another's draft. */
export type DraftRef = { ownerId: string; draftId: string }

const draftList = statement<{ item: string }, [ownerId: string]>(
  'drafts',
  `select ${ticketJson}::text as item from drafts d
   where d.owner_id = $1 and not d.is_imported order by d.updated_at desc, d.id desc limit ${memberDrafts}`,
)

export const listDrafts = async (pool: pg.Pool, ownerId: string) =>
  (await draftList(pool, ownerId)).map(({ item }) => item)

const draftById = statement<{ item: string }, [ownerId: string, draftId: string]>(
  'draft',
  `select ${draftJson}::text as item from drafts d where d.owner_id = $1 and d.id = $2`,
)

export async function readDraft(pool: pg.Pool, { ownerId, draftId }: DraftRef) {
  const [row] = await draftById(pool, ownerId, draftId)
  return row?.item
}

export async function readLockedDraft(tx: Tx, { ownerId, draftId }: DraftRef) {
  const { rows } = await sql<{ item: string }>`
    select ${sql.raw(draftJson)}::text as item from drafts d
    where d.owner_id = ${ownerId} and d.id = ${draftId}`.execute(tx)
  const [draft] = rows
  if (!draft) throw new Error('A draft that was held is gone.')
  return draft.item
}

/** Locked until the transaction ends. Lock the member first. */
export const lockDraft = (tx: Tx, { ownerId, draftId }: DraftRef) =>
  tx
    .selectFrom('drafts')
    .select(['version', 'project_id as projectId', 'publish_at as publishAt', 'refusal', 'zine_id as zineId'])
    .select(sql<number | null>`jsonb_array_length(content -> 'pages')`.as('pageCount'))
    .where('owner_id', '=', ownerId)
    .where('id', '=', draftId)
    .forUpdate()
    .executeTakeFirst()

const publishedAs = statement<{ id: string }, [ownerId: string, draftId: string]>(
  'draft-published-as',
  'select id from zines where draft_id = $2 and creator_id = $1',
)

export async function findPublished(pool: pg.Pool, { ownerId, draftId }: DraftRef) {
  const [zine] = await publishedAs(pool, ownerId, draftId)
  return zine?.id
}

/** Every change increases the version for open editors and restarts the retention period. */
export const changeColumns = {
  version: sql<number>`version + 1`,
  updated_at: sql<Date>`clock_timestamp()`,
  deletion_notified_at: null,
}
