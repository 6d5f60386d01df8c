import type pg from 'pg'
import { CopyIn } from './copy-in.ts'

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
  const copy = client.query(new CopyIn(`copy ${table} (${names}) from stdin${frozen ? ' (freeze)' : ''}`))
  try {
    const count = await sendLines(copy, rows, Object.values(columns))
    await copy.end()
    return count
  } catch (error) {
    await copy.giveUp().catch(() => undefined)
    throw error
  }
}

async function sendLines<Row>(copy: CopyIn, rows: Iterable<Row>, columns: Columns<Row>[string][]) {
  let count = 0
  let piece = ''
  for (const row of rows) {
    piece += `${columns.map((of) => textOf(of(row))).join('\t')}\n`
    count++
    if (piece.length < pieceLength) continue
    await copy.send(piece)
    piece = ''
  }
  await copy.send(piece)
  return count
}

function textOf(cell: Cell) {
  if (cell === null) return '\\N'
  if (typeof cell === 'number') return String(cell)
  if (cell instanceof Date) return cell.toISOString()
  return cell.replace(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign)
}

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
