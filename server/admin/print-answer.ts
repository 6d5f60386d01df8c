import type { Answer } from './command.ts'

export function answerAsJson({ facts, isFine, ...answer }: Answer) {
  return printableJson({ ...answer, ...facts, ...(isFine === false && { isFine }) })
}

export function answerAsText({ says, facts, rows, next }: Answer) {
  return [
    ...(facts ? factLines(facts) : []),
    ...(facts && rows ? [''] : []),
    ...(rows ? tableLines(rows) : []),
    ...(says ? [printable(says)] : []),
    ...(next ? [`There are more: --after ${printable(next)}`] : []),
  ]
    .join('\n')
    .trimStart()
}

/** Prints nested objects and lists of them as blocks, so that their texts are not cut. */
function factLines(facts: Row): string[] {
  const wide = Math.max(...Object.keys(facts).map((key) => heading(key).length)) + 2
  return Object.entries(facts).flatMap(([key, value]) => {
    const blocks = blocksOf(value)
    if (blocks) return blocks.flatMap((block) => ['', `${heading(key)}:`, ...factLines(block).map(indented)])
    const [first = '', ...more] = factText(value).split('\n').map(printable)
    return [heading(key).padEnd(wide) + first, ...more.map((line) => ' '.repeat(wide) + line)]
  })
}

function blocksOf(value: unknown): Row[] | undefined {
  const [first] = [value].flat()
  const isBlock = typeof first === 'object' && first !== null && !(first instanceof Date)
  return isBlock ? ([value].flat() as Row[]) : undefined
}

const indented = (line: string) => `  ${line}`

type Row = Record<string, unknown>

function tableLines(rows: Row[]) {
  if (rows.length === 0) return ['There is none.']
  const keys = [...new Set(rows.flatMap(Object.keys))]
  const last = keys.length - 1
  const cells = rows.map((row) =>
    keys.map((key, at) =>
      cut(printable(factText(row[key])), at === last ? Number.POSITIVE_INFINITY : longest),
    ),
  )
  const lines = [keys.map((key) => heading(key).toUpperCase()), ...cells]
  const widths = keys.map((_, at) => Math.max(...lines.map((line) => [...(line[at] ?? '')].length)))
  const isNumber = keys.map((key) => rows.every((row) => typeof row[key] === 'number'))
  return lines.map((line) =>
    line
      .map((cell, at) => padded(cell, widths[at] ?? 0, isNumber[at]))
      .join('  ')
      .trimEnd(),
  )
}

function padded(cell: string, wide: number, isNumber = false) {
  const room = ' '.repeat(wide - [...cell].length)
  return isNumber ? room + cell : cell + room
}

const heading = (key: string) => key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** In characters. The last cell of a row is not cut. */
const longest = 72
const cut = (text: string, most: number) =>
  [...text].length > most ? `${[...text].slice(0, most - 1).join('')}…` : text

function factText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (value instanceof Date) return value.toISOString().replace('T', ' ').replace(/\.\d+/, '')
  if (typeof value === 'number') return value.toLocaleString('en')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(factText).join(', ')
  if (typeof value !== 'object') return String(value)
  return Object.keys(value).length === 0 ? '–' : JSON.stringify(value)
}

/** Untrusted text must not move the cursor or fake a line, so these characters are printed as numbers. */
const obeyed = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu

const asNumber = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

export const printable = (text: string) => text.replace(obeyed, asNumber)

/** JSON in one line, safe for a terminal: it escapes the same characters. */
export const printableJson = (value: unknown) => printable(JSON.stringify(value))

/** A mail address cut to its first letter and its domain, as output is copied into chats and bug reports. */
export function shortAddress(email: string) {
  const at = email.lastIndexOf('@')
  return at < 0 ? '***' : `${[...email].slice(0, Math.min(1, at)).join('')}***${email.slice(at)}`
}

/** Shortens addresses in a program's message, such as a job's error. */
export const withoutAddresses = (text: string) =>
  text.replace(/[^\s<>"'(),;:=]+@[^\s<>"'(),;:=]+/g, shortAddress)
