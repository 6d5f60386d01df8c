import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

type Cell = string | number | Date | null
type Row = Record<string, Cell>

const chunkLength = 1 << 16

/**
 * Writes generated rows to a table by COPY, in pieces. The properties of a row are the columns. `freeze` avoids a later
 * vacuum and requires a table that was truncated in the same transaction.
 * @returns the number of rows
 */
export async function copyRows(client: pg.ClientBase, table: string, rows: Iterator<Row>, freeze = true) {
  const first = rows.next()
  if (first.done) return 0
  const columns = Object.keys(first.value)
  const freezeOption = freeze ? ' (freeze)' : ''
  const copying = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin${freezeOption}`))
  await pipeline(chunks(first.value, rows), copying)
  return copying.rowCount
}

function* chunks(first: Row, others: Iterator<Row>) {
  let chunk = ''
  for (let row = first, next = others.next(); ; row = next.value, next = others.next()) {
    chunk += `${Object.values(row).map(encodeCell).join('\t')}\n`
    if (next.done || chunk.length >= chunkLength) {
      yield chunk
      chunk = ''
    }
    if (next.done) return
  }
}

function encodeCell(cell: Cell) {
  if (cell === null) return '\\N'
  if (typeof cell === 'number') return String(cell)
  if (cell instanceof Date) return cell.toISOString()
  return cell.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
