import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
import { CsvError, parse } from 'csv-parse/sync'
import { apiError } from '#server/http/errors.ts'
import { shorten } from './row-errors.ts'

/** A row with its spreadsheet number (the header is row 1). Cells are keyed by column name. */
export type TableRow = { number: number; cells: Record<string, string>; problem?: MessageDescriptor }
type Table = { columns: string[]; rows: TableRow[] }

/** In characters: more than the texts of a zine with 64 pages. */
const maxRowLength = 400_000

const maxColumns = 100

/** In all rows, including empty cells. Cells beyond the columns are ignored. */
const maxCells = 1_000_000

/** Spreadsheets write empty rows. This many are skipped. */
const maxEmptyRows = 5_000

/** Reads a CSV from any spreadsheet, with any separator. */
export function readTable(bytes: Uint8Array, maxRows: number): Table {
  const { text, separator, linesBefore } = detectSeparator(decodeText(bytes))
  if (text.includes('\0')) throw apiError('media_refused', notTextMessage)
  // Checked first: a table of nothing but cells takes half a minute to parse.
  if (text.split(separator, maxCells + 1).length > maxCells) throw apiError('media_refused', tooManyCellsMessage)
  const { records, unclosedLine } = parseCsv(text, separator, 1 + maxRows + maxEmptyRows)
  const [header = [], ...dataLines] = records
  if (unclosedLine && records.length === 0)
    throw apiError('media_refused', unclosedQuoteMessage(linesBefore + unclosedLine))
  const columns = readColumns(header)
  const filledRows = dataLines
    .map((line, at) => ({ number: at + 2, line }))
    .filter(({ line }) => columns.some((name, at) => name && line[at]?.trim()))
  if (filledRows.length > maxRows || dataLines.length >= maxRows + maxEmptyRows) throw tooManyRowsError(maxRows)
  const rows: TableRow[] = filledRows.map(({ number, line }) => ({
    number,
    cells: cellsByColumn(columns, line),
  }))
  if (unclosedLine)
    rows.push({
      number: records.length + 1,
      cells: {},
      problem: unclosedQuoteMessage(linesBefore + unclosedLine),
    })
  return { columns: columns.filter(Boolean), rows }
}

const unclosedQuoteMessage = (line: number) =>
  msg`The quotation mark on line ${{ line }} of the CSV is never closed. Nothing after it was read.`

const tooManyCellsMessage = msg`The CSV has more than ${plural({ maxCells }, { one: '# cell', other: '# cells' })}. Remove empty ones.`

const notTextMessage = msg`The CSV contains a character that cannot be stored. Save it as UTF-8 and try again.`

const tooManyRowsError = (maxRows: number) =>
  apiError('media_refused', msg`The CSV has more than ${{ maxRows }} rows. The limit is ${{ maxRows }}.`)

function readColumns(header: string[]) {
  if (header.length > maxColumns)
    throw apiError('media_refused', msg`The CSV has more than ${{ maxColumns }} columns. Remove some.`)
  const columns = header.map(normaliseColumn)
  const unique = new Set<string>()
  const duplicate = columns.filter(Boolean).find((name) => unique.size === unique.add(name).size)
  if (duplicate) throw apiError('media_refused', msg`The CSV has two columns called “${{ name: shorten(duplicate) }}”.`)
  return columns
}

/** Normalises “Alt_Texts ” to “alt texts”. */
const normaliseColumn = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')

const cellsByColumn = (columns: string[], line: string[]) =>
  Object.fromEntries(columns.map((name, at) => [name, line[at] ?? ''] as const).filter(([name]) => name))

/** Only encodings that cannot be mistaken for others: a wrong guess would publish wrong letters without a warning. */
function decodeText(bytes: Uint8Array) {
  const [first, second] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const encoding = isUtf16 ? `utf-16${first === 0xff ? 'le' : 'be'}` : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    // Japanese email encodings switch alphabets with this character.
    if (!text.includes('\u001b')) return text
  } catch {
    // Invalid in this encoding.
  }
  throw apiError('media_refused', otherEncodingMessage)
}

const otherEncodingMessage = msg`The CSV is not in UTF-8 or UTF-16, so its letters cannot be read reliably. Save it as “CSV UTF-8” and try again.`

/** Uses Excel's line `sep=` if there is one, or else the most frequent separator of the header. */
function detectSeparator(text: string) {
  const declared = /^sep=(.)\r?\n/i.exec(text)
  if (declared) return { text: text.slice(declared[0].length), separator: declared[1] as string, linesBefore: 1 }
  const [header = ''] = text.replace(/"[^"]*"/g, '').split(lineBreak, 1)
  const count = (separator: string) => header.split(separator, maxColumns).length
  const [separator = ','] = [',', ';', '\t'].sort((a, b) => count(b) - count(a))
  return { text, separator, linesBefore: 0 }
}

type ParsedCsv = { records: string[][]; unclosedLine?: number }

/** An unclosed quotation mark swallows the rest of the file. `unclosedLine` is the line where it starts. */
function parseCsv(text: string, separator: string, rows: number): ParsedCsv {
  const records: string[][] = []
  let nextLine = 1
  const options = { delimiter: separator, relax_column_count: true, relax_quotes: true }
  try {
    parse(text, {
      ...options,
      max_record_size: maxRowLength,
      to: rows,
      on_record: (cells: string[], { lines }) => {
        records.push(cells.slice(0, maxColumns + 1))
        nextLine = lines + 1
      },
    })
    return { records }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (!['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'].includes(error.code))
      throw apiError(
        'media_refused',
        msg`The CSV cannot be read from line ${{ line: error.lines }} onward. Check the quotation marks there.`,
      )
    const remainder = text
      .split(lineBreak)
      .slice(nextLine - 1)
      .join('\n')
      .slice(0, maxRowLength)
    // If it is closed at the end, the last cell of the row is the one with the quotation mark.
    const [cells = []] = parse(`${remainder}"`, { ...options, to: 1 })
    const linesBefore = cells.slice(0, -1).join('').split(lineBreak).length - 1
    return { records, unclosedLine: nextLine + linesBefore }
  }
}

const lineBreak = /\r\n|\n|\r/
