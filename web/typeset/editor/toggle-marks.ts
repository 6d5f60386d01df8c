import { type Emphasis, inWord, plainText, readLineMark, readRuns } from '../setting/markdown.ts'

/** A text, and what is selected in it. */
export type Selected = { text: string; start: number; end: number }
export type Style = keyof Emphasis

/** `from` and `to` are the part of the selection within the line. */
type Line = { source: string; from: number; to: number; isSelected: boolean }

/**
 * Changes whether the selected words are bold or italic. Without a selection, it adds marks for the words that are
 * typed next, or ends them. Where marks would be printed, such as around a URL, the text stays.
 */
export function toggleEmphasis(selected: Selected, style: Style): Selected {
  const lines = linesOf(selected)
  const isOn = lines.every((line) => !line.isSelected || hasStyle(line, style))
  const hasCaret = selected.start === selected.end
  return changeLines(selected, (line) => (hasCaret ? toggleAtCaret(line, style) : setStyle(line, style, !isOn)))
}

/** Also before its words are typed. */
const heading = /^\s*#{1,6}(?:\s|$)/

/** Makes the selected lines subheadings, or lines of text if all are subheadings. */
export function toggleSubheading(selected: Selected): Selected {
  const isOn = linesOf(selected).every(({ source, isSelected }) => !isSelected || heading.test(source))
  return changeLines(selected, (line) => {
    const [before = ''] = heading.exec(line.source) ?? []
    const mark = isOn ? '' : before || '## '
    const move = (index: number) => Math.max(0, index - before.length) + mark.length
    return { ...line, source: mark + line.source.slice(before.length), from: move(line.from), to: move(line.to) }
  })
}

/** The lines, of which those with selected words or the caret are selected. */
function linesOf({ text, start, end }: Selected): Line[] {
  let offset = 0
  return text.split('\n').map((source) => {
    const [from, to] = [start, end].map((index) => Math.min(Math.max(index - offset, 0), source.length)) as [
      number,
      number,
    ]
    const hasCaret = start === end && offset <= start && start <= offset + source.length
    offset += source.length + 1
    return { source, from, to, isSelected: hasCaret || source.slice(from, to).trim() !== '' }
  })
}

function changeLines(selected: Selected, change: (line: Line) => Line): Selected {
  let [text, start, end] = ['', -1, selected.end]
  for (const [index, line] of linesOf(selected).entries()) {
    const { source, from, to, isSelected } = line.isSelected ? change(line) : line
    if (index > 0) text += '\n'
    if (isSelected && start < 0) start = text.length + from
    if (isSelected) end = text.length + to
    text += source
  }
  return start < 0 ? selected : { text, start, end }
}

/** A character other than marks of emphasis. `slant` is the mark of italics that start with it. */
type Letter = Emphasis & { text: string; index: number; slant: string }

const headLength = (source: string) => source.search(/\S|$/) + readLineMark(source.trim()).mark.length

function readLetters(source: string): Letter[] {
  const head = headLength(source)
  const runs = readRuns(source.slice(head), head)
  return source.split('').flatMap((text, index) => {
    const run =
      runs.find(({ start, text: { length } }) => start <= index && index < start + length) ??
      // The bracket before the words of a link has no run. The run of the address starts with the bracket after them.
      (text === '[' ? runs.find(({ start }) => start > index && source.charAt(start) === ']') : undefined)
    if (!run) return []
    const { isBold, isItalic } = run
    return [{ text, index, isBold, isItalic, slant: isItalic && source[index - 1] === '*' ? '*' : '_' }]
  })
}

const isVisible = ({ text }: Letter) => text.trim() !== ''
const wordCharacter = new RegExp(inWord, 'v')

/** The positions of the selected letters, and of those that change with them. */
function chosenLetters(letters: Letter[], { from, to }: Line, style: Style) {
  const start = letters.findIndex((letter) => letter.index >= from && isVisible(letter))
  const end = letters.findLastIndex((letter) => letter.index < to && isVisible(letter))
  let [first, last] = [start, end]
  const isJoined = (letter: Letter | undefined) =>
    // Around a caret, all words of the style change. Only whole words can be italic.
    letter && (from === to ? letter[style] : start <= end && style === 'isItalic' && wordCharacter.test(letter.text))
  while (isJoined(letters[first - 1])) first -= 1
  while (isJoined(letters[last + 1])) last += 1
  return { start, end, first, last, chosen: start < 0 ? [] : letters.slice(first, last + 1).filter(isVisible) }
}

const hasStyle = (line: Line, style: Style) =>
  chosenLetters(readLetters(line.source), line, style).chosen.every((letter) => letter[style])

function setStyle(line: Line, style: Style, value: boolean): Line {
  const { source, from, to } = line
  const letters = readLetters(source)
  const { start, end, first, last, chosen } = chosenLetters(letters, line, style)
  if (chosen.length === 0) return line
  const wanted = letters.map((letter, at) => (at >= first && at <= last ? { ...letter, [style]: value } : letter))
  const [best] = orders
    .map((order) => source.slice(0, headLength(source)) + write(wanted, order))
    .filter((written) => plainText(written) === plainText(source) && looksSame(readLetters(written), wanted))
    .toSorted((one, other) => one.length - other.length)
  if (best === undefined) return line
  const written = readLetters(best)
  const at = written[start]?.index ?? 0
  return { ...line, source: best, from: at, to: from === to ? at : (written[end]?.index ?? 0) + 1 }
}

const looksSame = (letters: Letter[], others: Letter[]) =>
  letters.every((letter, at) => {
    const other = others[at]
    return !isVisible(letter) || (letter.isBold === other?.isBold && letter.isItalic === other.isItalic)
  })

/** Bold within italics, and italics within bold. Some combinations are only printed in one of them. */
const orders: Style[][] = [
  ['isItalic', 'isBold'],
  ['isBold', 'isItalic'],
]

function write(letters: Letter[], [style, ...inner]: Style[]): string {
  if (!style) return letters.map(({ text }) => text).join('')
  const parts = divide(letters, style).map((part) => {
    const mark = !part[0]?.[style] ? '' : style === 'isBold' ? '**' : part[0].slant
    return write(part, inner).replace(/\S(?:.*\S)?/su, (words) => mark + words + mark)
  })
  return parts.join('')
}

/** Parts with and without a style. White space belongs to the part before it. */
function divide(letters: Letter[], style: Style) {
  const parts: Letter[][] = []
  for (const letter of letters) {
    const last = parts.at(-1)
    if (last && (!isVisible(letter) || last[0]?.[style] === letter[style])) last.push(letter)
    else parts.push([letter])
  }
  return parts
}

function toggleAtCaret(line: Line, style: Style): Line {
  const { source } = line
  const caret = Math.max(line.from, headLength(source))
  const mark = style === 'isBold' ? '**' : '_'
  // Around italics without words, because pages do not print `_**words**_`.
  const gap = style === 'isBold' && source.slice(caret - 1, caret + 1) === '__' ? 1 : 0
  const [before, inner, after] = [
    source.slice(0, caret - gap),
    source.slice(caret - gap, caret + gap),
    source.slice(caret + gap),
  ]
  const result = (text: string, at: number) => ({ ...line, source: text, from: at, to: at })
  if (before.endsWith(mark) && after.startsWith(mark))
    return result(before.slice(0, -mark.length) + inner + after.slice(mark.length), caret - mark.length)
  const letters = readLetters(source)
  const isStyledAt = (at: number) => letters.find(({ index }) => index === at)?.[style]
  const [closing = ''] = /^[*_]+/.exec(after) ?? []
  // The words that are typed next have no marks.
  if (closing && isStyledAt(caret - 1)) return result(source, caret + closing.length)
  if (isStyledAt(caret - 1) || isStyledAt(caret)) return setStyle({ ...line, from: caret, to: caret }, style, false)
  return result(before + mark + inner + mark + after, caret + mark.length)
}
