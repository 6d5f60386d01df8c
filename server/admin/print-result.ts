import type { CommandResult } from './command.ts'

export function resultAsJson({ fields, isFine, ...result }: CommandResult) {
  return printableJson({ ...result, ...fields, ...(isFine === false && { isFine }) })
}

export function resultAsText({ says, fields, rows, next }: CommandResult) {
  return [
    ...(fields ? fieldLines(fields) : []),
    ...(fields && rows ? [''] : []),
    ...(rows ? tableLines(rows) : []),
    ...(says ? [printable(says)] : []),
    ...(next ? [`There are more: --after ${printable(next)}`] : []),
  ]
    .join('\n')
    .trimStart()
}

/** Prints nested objects and lists of them as blocks, so that their texts are not cut. */
function fieldLines(fields: Row): string[] {
  const width = Math.max(...Object.keys(fields).map((key) => heading(key).length)) + 2
  return Object.entries(fields).flatMap(([key, value]) => {
    const blocks = blocksOf(value)
    if (blocks) return blocks.flatMap((block) => ['', `${heading(key)}:`, ...fieldLines(block).map(indent)])
    const [first = '', ...more] = valueText(value).split('\n').map(printable)
    return [heading(key).padEnd(width) + first, ...more.map((line) => ' '.repeat(width) + line)]
  })
}

function blocksOf(value: unknown): Row[] | undefined {
  const [first] = [value].flat()
  const isBlock = typeof first === 'object' && first !== null && !(first instanceof Date)
  return isBlock ? ([value].flat() as Row[]) : undefined
}

const indent = (line: string) => `  ${line}`

type Row = Record<string, unknown>

function tableLines(rows: Row[]) {
  if (rows.length === 0) return ['There is none.']
  const keys = [...new Set(rows.flatMap(Object.keys))]
  const last = keys.length - 1
  const cells = rows.map((row) =>
    keys.map((key, column) =>
      truncate(printable(valueText(row[key])), column === last ? Number.POSITIVE_INFINITY : maxCellLength),
    ),
  )
  const lines = [keys.map((key) => heading(key).toUpperCase()), ...cells]
  const widths = keys.map((_, column) => Math.max(...lines.map((line) => [...(line[column] ?? '')].length)))
  const isNumber = keys.map((key) => rows.every((row) => typeof row[key] === 'number'))
  return lines.map((line) =>
    line
      .map((cell, column) => pad(cell, widths[column] ?? 0, isNumber[column]))
      .join('  ')
      .trimEnd(),
  )
}

function pad(cell: string, width: number, isNumber = false) {
  const padding = ' '.repeat(width - [...cell].length)
  return isNumber ? padding + cell : cell + padding
}

const heading = (key: string) => key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** In characters. The last cell of a row is not cut. */
const maxCellLength = 72
const truncate = (text: string, maxLength: number) =>
  [...text].length > maxLength ? `${[...text].slice(0, maxLength - 1).join('')}…` : text

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (value instanceof Date) return value.toISOString().replace('T', ' ').replace(/\.\d+/, '')
  if (typeof value === 'number') return value.toLocaleString('en')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(valueText).join(', ')
  if (typeof value !== 'object') return String(value)
  return Object.keys(value).length === 0 ? '–' : JSON.stringify(value)
}

/** Untrusted text must not move the cursor or fake a line, so these characters are printed as numbers. */
const unsafeCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu

const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

export const printable = (text: string) => text.replace(unsafeCharacters, escapeCharacter)

/** JSON in one line, safe for a terminal: it escapes the same characters. */
export const printableJson = (value: unknown) => printable(JSON.stringify(value))

/** A mail address cut to its first letter and its domain, as output is copied into chats and bug reports. */
export function shortAddress(email: string) {
  const at = email.lastIndexOf('@')
  return at < 0 ? '***' : `${[...email].slice(0, Math.min(1, at)).join('')}***${email.slice(at)}`
}

/** Shortens addresses in a program's message, such as a job's error. */
export const withoutAddresses = (text: string) => text.replace(/[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+/g, shortAddress)
