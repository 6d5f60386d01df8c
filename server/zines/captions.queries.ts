import { hash } from 'node:crypto'
import type pg from 'pg'
import type { Db, Tx } from '#server/db/connection.ts'
import { statement } from '#server/db/statement.ts'

export type Captions = { language: string; body: string }

export const hashOfCaptions = (body: string) => hash('sha256', body, 'hex').slice(0, 32)

export async function insertCaptions(tx: Tx, zineId: string, captions: Captions[]) {
  if (captions.length === 0) return
  const rows = captions.map(({ language, body }, position) => ({
    zine_id: zineId,
    language,
    position,
    hash: hashOfCaptions(body),
    body,
  }))
  await tx.insertInto('captions').values(rows).execute()
}

export const listCaptions = (db: Db | Tx, zineId: string): Promise<Captions[]> =>
  db.selectFrom('captions').select(['language', 'body']).where('zine_id', '=', zineId).orderBy('position').execute()

type CaptionsRow = { body: string }

/** Excludes hidden zines, which have no counter. */
const captionsOfZine = statement<CaptionsRow, [zineId: string, hash: string]>(
  'captions',
  `select body from captions join zine_stats using (zine_id) where zine_id = $1 and hash = $2 limit 1`,
)

const ownHiddenCaptions = statement<CaptionsRow, [zineId: string, hash: string, viewer: string]>(
  'captions-hidden',
  `select body from captions join zines z on z.id = zine_id
   where zine_id = $1 and hash = $2 and z.creator_id = $3 and z.hidden_at is not null limit 1`,
)

type CaptionsKey = { zineId: string; hash: string; viewer: string | null }

export async function findCaptions(pool: pg.Pool, { zineId, hash: captionsHash, viewer }: CaptionsKey) {
  const [row] = await captionsOfZine(pool, zineId, captionsHash)
  if (row || !viewer) return row?.body
  const [hidden] = await ownHiddenCaptions(pool, zineId, captionsHash, viewer)
  return hidden?.body
}
