import { CsvError, parse } from 'csv-parse/sync'
import { refuse } from '#server/http/errors.ts'
import { shortened } from './of-row.ts'

/** A row with its spreadsheet number (the header is row 1). Cells are keyed by column name. */
export type TableRow = { number: number; cells: Record<string, string>; problem?: string }
type Table = { columns: string[]; rows: TableRow[] }

/** In characters: more than the texts of a zine with 64 pages. */
const longestRow = 400_000

const mostColumns = 100

/** In all rows, including empty cells. Cells beyond the columns are ignored. */
const mostCells = 1_000_000

/** Spreadsheets write empty rows. This many are skipped. */
const emptyRows = 5_000

/** Reads a CSV from any spreadsheet: with any separator, in UTF-8, UTF-16 or Windows-1252. */
export function readTable(bytes: Uint8Array, most: number): Table {
  const { text, separator, linesBefore } = separated(decoded(bytes))
  if (text.includes('\0')) throw refuse('media_refused', notText)
  // Checked first: a table of nothing but cells takes half a minute to parse.
  if (text.split(separator, mostCells + 1).length > mostCells) throw refuse('media_refused', tooManyCells)
  const { records, unclosed } = parsed(text, separator, 1 + most + emptyRows)
  const [head = [], ...lines] = records
  if (unclosed && records.length === 0) throw refuse('media_refused', unclosedQuote(linesBefore + unclosed))
  const columns = columnsOf(head)
  const said = lines
    .map((line, at) => ({ number: at + 2, line }))
    .filter(({ line }) => columns.some((name, at) => name && line[at]?.trim()))
  if (said.length > most || lines.length >= most + emptyRows) throw tooManyRows(most)
  const rows: TableRow[] = said.map(({ number, line }) => ({ number, cells: cellsOf(columns, line) }))
  if (unclosed)
    rows.push({ number: records.length + 1, cells: {}, problem: unclosedQuote(linesBefore + unclosed) })
  return { columns: columns.filter(Boolean), rows }
}

const unclosedQuote = (line: number) =>
  `The quotation mark on line ${line} of the CSV is never closed. Nothing after it was read.`

const tooManyCells = `The CSV has more than ${mostCells.toLocaleString('en')} cells. Remove empty ones.`

const notText = 'The CSV contains a character that cannot be stored. Save it as UTF-8 and try again.'

const tooManyRows = (most: number) =>
  refuse('media_refused', `The CSV has more than ${most} rows. The limit is ${most}.`)

function columnsOf(head: string[]) {
  if (head.length > mostColumns)
    throw refuse('media_refused', `The CSV has more than ${mostColumns} columns. Remove some.`)
  const columns = head.map(columnName)
  const seen = new Set<string>()
  const twice = columns.filter(Boolean).find((name) => seen.size === seen.add(name).size)
  if (twice) throw refuse('media_refused', `The CSV has two columns called “${shortened(twice)}”.`)
  return columns
}

/** Normalises “Alt_Texts ” to “alt texts”. */
const columnName = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')

const cellsOf = (columns: string[], line: string[]) =>
  Object.fromEntries(columns.map((name, at) => [name, line[at] ?? ''] as const).filter(([name]) => name))

function decoded(bytes: Uint8Array) {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Uses Excel's line `sep=` if there is one, or else the most frequent separator of the header. */
function separated(text: string) {
  const said = /^sep=(.)\r?\n/i.exec(text)
  if (said) return { text: text.slice(said[0].length), separator: said[1] as string, linesBefore: 1 }
  const [head = ''] = text.replace(/"[^"]*"/g, '').split(lineEnd, 1)
  const count = (separator: string) => head.split(separator, mostColumns).length
  const [separator = ','] = [',', ';', '\t'].sort((one, other) => count(other) - count(one))
  return { text, separator, linesBefore: 0 }
}

type Parsed = { records: string[][]; unclosed?: number }

/** An unclosed quotation mark swallows the rest of the file; `unclosed` is the line where it starts. */
function parsed(text: string, separator: string, rows: number): Parsed {
  const records: string[][] = []
  let nextLine = 1
  const options = { delimiter: separator, relax_column_count: true, relax_quotes: true }
  try {
    parse(text, {
      ...{ ...options, max_record_size: longestRow, to: rows },
      on_record: (cells: string[], { lines }) => {
        records.push(cells.slice(0, mostColumns + 1))
        nextLine = lines + 1
      },
    })
    return { records }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (!['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'].includes(error.code))
      throw refuse('media_refused', `The CSV cannot be read from line ${error.lines} on.`)
    const rest = text
      .split(lineEnd)
      .slice(nextLine - 1)
      .join('\n')
      .slice(0, longestRow)
    // If it is closed at the end, the last cell of the row is the one with the quotation mark.
    const [cells = []] = parse(`${rest}"`, { ...options, to: 1 })
    const linesBefore = cells.slice(0, -1).join('').split(lineEnd).length - 1
    return { records, unclosed: nextLine + linesBefore }
  }
}

const lineEnd = /\r\n|\n|\r/
