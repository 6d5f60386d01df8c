import type pg from 'pg'

type Cell = string | number | Date | null
type Column<Row> = { name: string; type: string; of: (row: Row) => Cell }

const batchSize = 5_000

/**
 * Runs `statement` for all rows, thousands at a time. In it, `rows` is a table of the named columns.
 * @returns how many rows there were
 */
export async function writeRows<Row>(
  client: pg.ClientBase,
  rows: Iterable<Row>,
  { columns, statement }: { columns: Column<Row>[]; statement: string },
) {
  const names = columns.map((column) => column.name).join(', ')
  const arrays = columns.map((column, index) => `$${index + 1}::${column.type}[]`).join(', ')
  const text = `with rows as (select * from unnest(${arrays}) as given (${names})) ${statement}`
  let count = 0
  for (const batch of batches(rows)) {
    await client.query(
      text,
      columns.map((column) => batch.map(column.of)),
    )
    count += batch.length
  }
  return count
}

function* batches<Row>(rows: Iterable<Row>) {
  let batch: Row[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
