import { inWord, readLineMark } from '../setting/markdown.ts'

/** A text, and what is selected in it. */
export type Selected = { text: string; start: number; end: number }

/** `from` and `to` are the part of the selection within the line. */
type Line = { source: string; from: number; to: number; isSelected: boolean }

/** Bold or italic. Italics are within bold, because pages do not print the other order. */
export type EmphasisMark = '**' | '_'

/**
 * Puts marks around the selected words of each line, or removes them where all have them. Without a selection, they are
 * for the words that are typed next, and behind such words, the caret leaves them.
 */
export function toggleEmphasis(selected: Selected, mark: EmphasisMark): Selected {
  const isOn = linesOf(selected).every((line) => !line.isSelected || hasMarks(wordsIn(line, mark), mark))
  return changeLines(selected, (line) => {
    const words = wordsIn(line, mark)
    const { before, after } = words
    const text = mark === '**' ? words.text.replaceAll(mark, '') : words.text
    const outside = before.length + text.length + mark.length
    if (text === '' && !isOn && after.startsWith(mark)) return { ...line, from: outside, to: outside }
    const [start, end] = isOn
      ? [before.slice(0, -mark.length), after.slice(mark.length)]
      : [before + mark, mark + after]
    return { ...line, source: start + text + end, from: start.length, to: start.length + text.length }
  })
}

const hasMarks = ({ before, after }: Words, mark: EmphasisMark) => before.endsWith(mark) && after.startsWith(mark)

type Words = { before: string; text: string; after: string }

const wordCharacter = new RegExp(inWord, 'v')

/** The words that get a mark, and the line around them. A part of a word counts as the word, which alone can be italic. */
function wordsIn({ source, from, to }: Line, mark: EmphasisMark): Words {
  const head = source.search(/\S|$/) + readLineMark(source.trim()).mark.length
  let [start, end] = [Math.max(from, head), Math.max(to, head)]
  const isWord = (index: number) => /[^*_]/.test(source[index] ?? '*') && wordCharacter.test(source[index] ?? '')
  const isInside = start < end || (isWord(start - 1) && isWord(start))
  while (start < end && !source[start]?.trim()) start += 1
  while (start < end && !source[end - 1]?.trim()) end -= 1
  while (isInside && start > head && isWord(start - 1) && isWord(start)) start -= 1
  while (isInside && isWord(end - 1) && isWord(end)) end += 1
  if (isInside) [start, end] = withoutMarks(source, start, end)
  const hasItalics = source[start - 1] === '_' && source[end] === '_'
  const gap = mark === '**' && hasItalics ? 1 : 0
  return {
    before: source.slice(0, start - gap),
    text: source.slice(start - gap, end + gap),
    after: source.slice(end + gap),
  }
}

/** The words within marks that are selected in part or as a whole. */
function withoutMarks(source: string, start: number, end: number): [start: number, end: number] {
  const [, opening = '', words = ''] = /^([*_]*)(.*?)[*_]*$/su.exec(source.slice(start, end)) ?? []
  const [from, to] = [start + opening.length, start + opening.length + words.length]
  const [before = ''] = /[*_]*$/.exec(source.slice(0, from)) ?? []
  const [after = ''] = /^[*_]*/.exec(source.slice(to)) ?? []
  return before === [...after].toReversed().join('') ? [from, to] : [start, end]
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
    const within = (index: number) => Math.min(Math.max(index - offset, 0), source.length)
    const [from, to] = [within(start), within(end)]
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
