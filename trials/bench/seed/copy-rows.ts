import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

type Cell = string | number | Date | null
type Row = Record<string, Cell>

const pieceLength = 1 << 16

/**
 * Writes generated rows to a table by COPY, in pieces. The properties of a row are the columns. `freeze` avoids a later
 * vacuum and requires a table that was truncated in the same transaction.
 * @returns the number of rows
 */
export async function copyRows(client: pg.ClientBase, table: string, rows: Iterator<Row>, freeze = true) {
  const first = rows.next()
  if (first.done) return 0
  const columns = Object.keys(first.value)
  const how = freeze ? ' (freeze)' : ''
  const copying = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin${how}`))
  await pipeline(pieces(first.value, rows), copying)
  return copying.rowCount
}

function* pieces(first: Row, others: Iterator<Row>) {
  let piece = ''
  for (let row = first, next = others.next(); ; row = next.value, next = others.next()) {
    piece += `${Object.values(row).map(textOf).join('\t')}\n`
    if (next.done || piece.length >= pieceLength) {
      yield piece
      piece = ''
    }
    if (next.done) return
  }
}

function textOf(cell: Cell) {
  if (cell === null) return '\\N'
  if (typeof cell === 'number') return String(cell)
  if (cell instanceof Date) return cell.toISOString()
  return cell.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
