/** A row of a list, and the two values it is ordered by. */
export type Placed<Item> = { item: Item; at: string; id: string }

const beginning = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

/** Walks a list of any length with little of it in memory, and without holding a connection in between. */
export async function* bitByBit<Item>(
  readAfter: (place: { at: string; id: string }, atMost: number) => Promise<Placed<Item>[]>,
  atOnce = 200,
) {
  let rows = await readAfter(beginning, atOnce)
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    for (const row of rows) yield row.item
    rows = await readAfter(last, atOnce)
  }
}
