import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

type Cell = string | number | Date | null
type Columns<Row> = Record<string, (row: Row) => Cell>
type Into<Row> = { table: string; columns: Columns<Row>; frozen: boolean }

const pieceLength = 1 << 16

/**
 * Writes rows to a table by COPY while they are made, a piece at a time. `frozen` rows need no vacuum later; it takes
 * a table that was truncated in the same transaction.
 * @returns how many rows there were
 */
export async function copyRows<Row>(client: pg.ClientBase, rows: Iterable<Row>, into: Into<Row>) {
  const { table, columns, frozen } = into
  const names = Object.keys(columns).join(', ')
  const copying = client.query(copyFrom(`copy ${table} (${names}) from stdin${frozen ? ' (freeze)' : ''}`))
  await pipeline(pieces(rows, Object.values(columns)), copying)
  return copying.rowCount
}

function* pieces<Row>(rows: Iterable<Row>, columns: Columns<Row>[string][]) {
  let piece = ''
  for (const row of rows) {
    piece += `${columns.map((of) => textOf(of(row))).join('\t')}\n`
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

function textOf(cell: Cell) {
  if (cell === null) return '\\N'
  if (typeof cell === 'number') return String(cell)
  if (cell instanceof Date) return cell.toISOString()
  return cell.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
