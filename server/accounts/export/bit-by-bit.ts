import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'

type Placed<Item> = { item: Item; at: string; id: string }

type OwnList<Item> = {
  from: RawBuilder<unknown>
  owner: string
  at: string
  id: string
  item: RawBuilder<Item>
}

export function oldestFirst<Item>({ from, item, ...columns }: OwnList<Item>) {
  const [owner, at, id] = [sql.ref(columns.owner), sql.ref(columns.at), sql.ref(columns.id)]
  return (db: Db, userId: string) =>
    bitByBit(async (after, atMost) => {
      const { rows } = await sql<Placed<Item>>`
        select ${at}::text as at, ${id} as id, ${item} as item from ${from}
        where ${owner} = ${userId} and (${at}, ${id}) > (${after.at}::timestamptz, ${after.id}::uuid)
        order by ${at}, ${id} limit ${atMost}`.execute(db)
      return rows
    })
}

const beginning = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

/** Reads a list in batches, without holding a connection in between. */
async function* bitByBit<Item>(
  readAfter: (place: { at: string; id: string }, atMost: number) => Promise<Placed<Item>[]>,
  atOnce = 200,
) {
  let rows = await readAfter(beginning, atOnce)
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    for (const row of rows) yield row.item
    rows = await readAfter(last, atOnce)
  }
}

export type ExportedMedia = { file: string; address: string }
export type Exported = object & { media?: ExportedMedia[] }

/** A JSON file of the download: one object or a list read in batches. It contains no secrets. */
export type ExportEntry = {
  file: string
  read(db: Db, userId: string): Promise<Exported> | AsyncIterable<Exported>
}
