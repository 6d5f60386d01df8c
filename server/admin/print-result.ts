import { Help } from 'commander'
import { inEnglish, isSentence } from '#contract/in-english.ts'
import type { CommandResult } from './command.ts'

/** The narrowest terminal in use has so many characters. */
export const terminalWidth = 80

export function resultAsJson({ fields, data, passed, ...result }: CommandResult) {
  return printableJson({ ...result, ...fields, ...data, ...(passed === false && { passed }) })
}

/** Breaks a text between words. A word stays whole, because ids and addresses are copied. */
const wrapText = (text: string, width: number) => new Help().boxWrap(text, width).split('\n')

/** Tables and fields fit 80 columns. If `isWide`, every row is one line. A sentence always is. */
export function resultAsText({ says, fields, rows, next }: CommandResult, { isWide = false } = {}) {
  const width = isWide ? Number.POSITIVE_INFINITY : terminalWidth
  return [
    ...(fields ? fieldLines(fields, width) : []),
    ...(fields && rows ? [''] : []),
    ...(rows ? tableLines(rows, width) : []),
    ...(says ? [printable(inEnglish(says))] : []),
    ...(next ? [`More: --after ${printable(next)}`] : []),
  ]
    .join('\n')
    .trimStart()
}

/** Prints nested objects and lists of them as blocks, so that their texts are not cut. */
function fieldLines(fields: Row, width: number): string[] {
  const indentation = Math.max(...Object.keys(fields).map((key) => heading(key).length)) + 2
  return Object.entries(fields).flatMap(([key, value]) => {
    const blocks = blocksOf(value)
    if (blocks) return blocks.flatMap((block) => ['', `${heading(key)}:`, ...fieldLines(block, width - 2).map(indent)])
    const lines = valueText(value)
      .split('\n')
      .flatMap((line) => wrapText(printable(line), width - indentation))
    return lines.map((line, at) => (at === 0 ? heading(key) : '').padEnd(indentation) + line)
  })
}

function blocksOf(value: unknown): Row[] | undefined {
  const [first] = [value].flat()
  const isBlock = typeof first === 'object' && first !== null && !(first instanceof Date) && !isSentence(first)
  return isBlock ? ([value].flat() as Row[]) : undefined
}

const indent = (line: string) => `  ${line}`

type Row = Record<string, unknown>

/** Columns that do not fit are printed below their row. In a wide table only the last column has uncut texts. */
function tableLines(rows: Row[], width: number) {
  if (rows.length === 0) return ['No results.']
  const all = [...new Set(rows.flatMap(Object.keys))]
  const isNarrow = width <= terminalWidth
  // In a narrow table, columns without any value would take the space of others.
  const keys = all.filter((key) => !isNarrow || rows.some((row) => valueText(row[key]) !== noValue))
  const maxLength = (key: string) => (isNarrow || key === all.at(-1) ? Number.POSITIVE_INFINITY : maxCellLength)
  const measured = keys.map((key) => measureColumn(rows, key, maxLength(key)))
  const { columns, others } = isNarrow ? fitColumns(measured, width) : { columns: measured, others: [] }
  const headings = columns.map(({ key, width, isNumber }) => pad(heading(key).toUpperCase(), width, isNumber))
  return [headings.join('  ').trimEnd(), ...rows.flatMap((row) => rowLines(row, { columns, others, width }))]
}

type Column = { key: string; width: number; isNumber: boolean }

function measureColumn(rows: Row[], key: string, maxLength: number): Column {
  const lengths = rows.map((row) => Math.min(maxLength, [...printable(valueText(row[key]))].length))
  return {
    key,
    width: Math.max(heading(key).length, ...lengths),
    isNumber: rows.every((row) => typeof row[key] === 'number'),
  }
}

/** Takes columns from the left. A long text would leave no space for others. */
function fitColumns(all: Column[], width: number) {
  const columns: Column[] = []
  let left = width + 2
  for (const column of all) {
    if (column.width > maxNarrowCell || column.width + 2 > left) continue
    columns.push(column)
    left -= column.width + 2
  }
  return { columns, others: all.filter((column) => !columns.includes(column)) }
}

type Table = { columns: Column[]; others: Column[]; width: number }

function rowLines(row: Row, { columns, others, width }: Table) {
  const text = (key: string) => printable(valueText(row[key]))
  const cells = columns.map(({ key, width, isNumber }) => pad(truncate(text(key), width), width, isNumber))
  const below = others
    .filter(({ key }) => text(key) !== noValue)
    .flatMap(({ key }) => wrapText(`${heading(key)}: ${text(key)}`, width - 2).map(indent))
  return [cells.join('  ').trimEnd(), ...below]
}

function pad(cell: string, width: number, isNumber = false) {
  const padding = ' '.repeat(width - [...cell].length)
  return isNumber ? padding + cell : cell + padding
}

const heading = (key: string) => key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** In characters. Longer texts are cut in a wide table. */
const maxCellLength = 72
/** In characters: an id. */
const maxNarrowCell = 36
const noValue = '–'
const truncate = (text: string, maxLength: number) =>
  [...text].length > maxLength ? `${[...text].slice(0, maxLength - 1).join('')}…` : text

/** The one format of times in the output of commands, such as 2026-11-28 19:52:25Z. */
export const timeText = (time: Date) => time.toISOString().replace('T', ' ').replace(/\.\d+/, '')

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return noValue
  if (value instanceof Date) return timeText(value)
  if (typeof value === 'number') return value.toLocaleString('en')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? noValue : value.map(valueText).join(', ')
  if (isSentence(value)) return inEnglish(value)
  if (typeof value !== 'object') return String(value)
  const entries = Object.entries(value).map(([key, each]) => `${heading(key)} ${valueText(each)}`)
  return entries.join(', ') || noValue
}

/** Untrusted text must not move the cursor or fake a line, so these characters are printed as numbers. */
const unsafeCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu

const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

export const printable = (text: string) => text.replace(unsafeCharacters, escapeCharacter)

/** JSON in one line, safe for a terminal: it escapes the same characters. */
export const printableJson = (value: unknown) =>
  printable(JSON.stringify(value, (_key, part) => (isSentence(part) ? inEnglish(part) : part)))

/** A mail address cut to its first letter and its domain, as output is copied into chats and bug reports. */
export function shortAddress(email: string) {
  const at = email.lastIndexOf('@')
  return at < 0 ? '***' : `${[...email].slice(0, Math.min(1, at)).join('')}***${email.slice(at)}`
}

/** Shortens addresses in a program's message, such as a job's error. */
export const withoutAddresses = (text: string) => text.replace(/[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+/g, shortAddress)
