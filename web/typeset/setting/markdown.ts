/** The part of Markdown that pages print: emphasis, links, lists, subheadings, quotes, and tables as rows. */

export type Emphasis = { isBold: boolean; isItalic: boolean }

/** Printed characters with the same emphasis. Each has its own in the source, from `start`. */
export type Run = Emphasis & { text: string; start: number }

export type LineKind = 'text' | 'heading' | 'bullet' | 'quote' | 'row'

/** A line of the source that prints something. `start` is where it starts, with its marks. */
export type Line = { kind: LineKind; start: number; runs: Run[]; isAfterBlank: boolean }

const plain: Emphasis = { isBold: false, isItalic: false }

/** A letter or digit, except of scripts that have no spaces between words. */
export const inWord = String.raw`[[\p{L}\p{N}_*]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]]`
const url = String.raw`(?<url>(?<!\S)\S*(?::\/\/|www\.)\S*)`
const link = String.raw`\[(?<label>[^\]]{1,300})\]\((?<address>\S{1,2000})\)`
const strong = String.raw`\*\*(?=\S)(?<bold>.*?\S)\*\*(?!\*)`
const slanted = String.raw`(?<!${inWord})(?<mark>[_*])(?=[^\s_*])(?<italic>.*?[^\s_*])\k<mark>(?!${inWord})`
const marks = new RegExp([link, url, strong, slanted].join('|'), 'gv')

/** The runs have no marks of emphasis. A link prints its address. */
export function readRuns(source: string, start = 0, emphasis = plain): Run[] {
  const runs: Run[] = []
  const add = (text: string, at: number) => text && runs.push({ ...emphasis, text, start: start + at })
  let end = 0
  for (const { index, 0: match, groups: { label, address, bold, italic } = {} } of source.matchAll(marks)) {
    const inner = label ?? bold ?? italic
    if (!inner) continue
    add(source.slice(end, index), end)
    end = index + match.length
    const first = index + match.indexOf(inner)
    const style = { isBold: emphasis.isBold || Boolean(bold), isItalic: emphasis.isItalic || Boolean(italic) }
    runs.push(...readRuns(inner, start + first, style))
    // It is as long as the marks between the words and the address.
    if (address) add(` (${address})`, first + inner.length)
  }
  add(source.slice(end), end)
  return runs
}

const patterns: [LineKind, RegExp][] = [
  ['heading', /^#{1,6}\s+(?=\S)/],
  ['bullet', /^[-*•]\s+(?=\S)/],
  ['quote', /^>\s*(?=\S)/],
]
const row = /^\|.*\|$/
const ruleOfTable = /^\|(?:\s*:?-+:?\s*\|)+$/

/** The lines of a text. The rule below the first row of a table prints nothing, and the row is bold. */
export function readLines(text: string, isTitle = false): Line[] {
  const lines: Line[] = []
  let offset = 0
  let isAfterBlank = false
  for (const whole of text.split(/(?<=\n)/)) {
    const source = whole.trim()
    const start = offset + whole.indexOf(source)
    offset += whole.length
    const last = lines.at(-1)
    if (isTitle) {
      if (source) lines.push({ kind: 'text', start, runs: readRuns(source, start), isAfterBlank })
    } else if (ruleOfTable.test(source) && last?.kind === 'row' && !isAfterBlank)
      last.runs = last.runs.map((run) => ({ ...run, isBold: true }))
    else if (source) lines.push({ ...readLine(source, start), isAfterBlank })
    isAfterBlank = source === ''
  }
  return lines
}

function readLine(source: string, start: number) {
  if (row.test(source)) return { kind: 'row' as const, start, runs: readCells(source, start) }
  const { kind, mark } = readLineMark(source)
  return { kind, start, runs: readRuns(source.slice(mark.length), start + mark.length) }
}

/** The mark that a line starts with, if it is a heading, a bullet or a quote. */
export function readLineMark(source: string): { kind: LineKind; mark: string } {
  for (const [kind, pattern] of patterns) {
    const [mark] = pattern.exec(source) ?? []
    if (mark) return { kind, mark }
  }
  return { kind: 'text', mark: '' }
}

function readCells(source: string, start: number): Run[] {
  let offset = start
  const cells = source.split('|').map((cell) => {
    const runs = readRuns(cell.trim(), offset + cell.search(/\S|$/))
    offset += cell.length + 1
    return runs
  })
  return cells
    .filter(({ length }) => length > 0)
    .flatMap((runs, index) => [
      ...(index > 0 ? [{ ...plain, text: ' · ', start: (runs[0]?.start ?? 0) - 2 }] : []),
      ...runs,
    ])
}

/** The printed characters of all runs. */
export const textOfRuns = (runs: readonly Run[]) => runs.map(({ text }) => text).join('')

/** The words of a title or a caption, without marks. */
export const plainWords = (source: string) => textOfRuns(readRuns(source))

const listMark = /^(?:[-*•]|\d{1,3}[.)])\s/

/** The words of a text, without marks except those of lists. Each line of a list has one. */
export function plainText(source: string, isList = false) {
  const words = readLines(source).map(({ kind, runs, isAfterBlank }) => {
    const line = textOfRuns(runs)
    const isEntry = kind === 'bullet' || (isList && kind === 'text' && !listMark.test(line))
    return `${isAfterBlank ? '\n\n' : '\n'}${isEntry ? '- ' : ''}${line}`
  })
  return words.join('').trim()
}
