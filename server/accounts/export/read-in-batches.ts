import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

type PositionedRow<Item> = { item: Item; at: string; id: string }

type MemberList<Item> = {
  from: RawBuilder<unknown>
  owner: string
  at: string
  id: string
  item: RawBuilder<Item>
}

export function oldestFirst<Item>({ from, item, ...columns }: MemberList<Item>) {
  const [owner, at, id] = [sql.ref(columns.owner), sql.ref(columns.at), sql.ref(columns.id)]
  return (db: Db, userId: string) =>
    readInBatches(async (after, limit) => {
      const { rows } = await sql<PositionedRow<Item>>`
        select ${at}::text as at, ${id} as id, ${item} as item from ${from}
        where ${owner} = ${userId} and (${at}, ${id}) > (${after.at}::timestamptz, ${after.id}::uuid)
        order by ${at}, ${id} limit ${limit}`.execute(db)
      return rows
    })
}

const firstPosition = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

/** Reads a list in batches, without holding a connection in between. */
async function* readInBatches<Item>(
  readAfter: (position: { at: string; id: string }, limit: number) => Promise<PositionedRow<Item>[]>,
  batchSize = 200,
) {
  let rows = await readAfter(firstPosition, batchSize)
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    for (const row of rows) yield row.item
    rows = await readAfter(last, batchSize)
  }
}

/** A stored file, or a text that is read when it is added. */
export type ExportedMedia = { file: string } & ({ address: string } | { read(db: Db): Promise<string | undefined> })
export type Exported = object & { media?: ExportedMedia[] }

/** A JSON file of the download: one object or a list read in batches. It contains no secrets. */
export type ExportEntry = {
  file: string
  read(db: Db, userId: string): Promise<Exported> | AsyncIterable<Exported>
}
