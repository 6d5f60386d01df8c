import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '#tests/support/random-runs.ts'
import { plainText, readRuns } from '../setting/markdown.ts'
import { type Selected, toggleEmphasis, toggleSubheading } from './toggle-marks.ts'

/** A selection is between `‹` and `›`, and a caret is `|`. */
function read(source: string): Selected {
  const start = source.search(/[‹|]/)
  const end = source.includes('|') ? start : source.indexOf('›') - 1
  return { text: source.replaceAll(/[‹›|]/g, ''), start, end }
}
const show = ({ text, start, end }: Selected) =>
  start === end
    ? `${text.slice(0, start)}|${text.slice(start)}`
    : `${text.slice(0, start)}‹${text.slice(start, end)}›${text.slice(end)}`

const bold = (source: string) => show(toggleEmphasis(read(source), '**'))
const italic = (source: string) => show(toggleEmphasis(read(source), '_'))
const subheading = (source: string) => show(toggleSubheading(read(source)))

test.each([
  ['One ‹moth› here', 'One **‹moth›** here'],
  ['夜の‹電車›です', '夜の**‹電車›**です'],
  ['‹One\n\ntwo\n- three four›', '**‹One**\n\n**two**\n- **three four›**'],
  ['- ‹leek›\n', '- **‹leek›**\n'],
  ['‹_moth_›', '**‹_moth_›**'],
  ['‹A [moth](https://a.org/b_c) at night›', '**‹A [moth](https://a.org/b_c) at night›**'],
])('bold: %j becomes %j, and again', (before, after) => {
  expect(bold(before)).toBe(after)
  expect(bold(after)).toBe(before)
})

test('italics are within bold', () => {
  expect(italic('‹A moth›')).toBe('_‹A moth›_')
  expect(italic('**‹moth›**')).toBe('**_‹moth›_**')
  expect(italic('‹**moth**›')).toBe('**_‹moth›_**')
  expect(bold('_‹moth›_')).toBe('**‹_moth_›**')
  expect(bold('**_‹moth›_**')).toBe('‹_moth_›')
  expect(bold('‹**_moth_**›')).toBe('‹_moth_›')
  expect(italic('**_‹moth›_**')).toBe('**‹moth›**')
})

test('marks are around whole words, without the space beside them', () => {
  expect(bold('One‹ moth ›here')).toBe('One **‹moth›** here')
  expect(italic('m‹ot›h')).toBe('_‹moth›_')
  expect(bold('‹- leek\n›- salt')).toBe('- **‹leek›**\n- salt')
  expect(bold('**mo|th** lamp')).toBe('‹moth› lamp')
  expect(bold('‹one **two** three›')).toBe('**‹one two three›**')
  expect(bold('‹**one** two **three**›')).toBe('‹one two three›')
  expect(bold('One‹  ›two')).toBe('One‹  ›two')
})

test('at a caret, marks are added for the next words, left behind these and removed again', () => {
  expect(bold('One |')).toBe('One **|**')
  expect(bold('One **|**')).toBe('One |')
  expect(bold('One **two|**')).toBe('One **two**|')
  expect(italic('One |')).toBe('One _|_')
  expect(italic('**|**')).toBe('**_|_**')
  expect(bold('|- leek')).toBe('- **|**leek')
  expect(bold('|')).toBe('**|**')
})

test('lines become subheadings, and lines of text again', () => {
  expect(subheading('One\ntw|o\nthree')).toBe('One\n## tw|o\nthree')
  expect(subheading('One\n## tw|o\nthree')).toBe('One\ntw|o\nthree')
  expect(subheading('‹One\n\ntwo\n›three')).toBe('## ‹One\n\n## two›\nthree')
  expect(subheading('‹# One\ntwo›')).toBe('# ‹One\n## two›')
  expect(subheading('|')).toBe('## |')
  expect(subheading('## |')).toBe('|')
  expect(subheading('‹### One›')).toBe('‹One›')
})

const words = fc.constantFrom('moth', 'lamp', '夜', '🦋', ' ', ' ', ' ', '. ', '\n', '\n\n', '\n- ')
const random = fc
  .record({ parts: fc.array(words, { maxLength: 14 }), one: fc.nat(60), other: fc.nat(60) })
  .map(({ parts, one, other }): Selected => {
    const text = parts.join('')
    const [start = 0, end = 0] = [one, other].map((at) => Math.min(at, text.length)).toSorted((a, b) => a - b)
    return { text, start, end }
  })
const toggles = fc.constantFrom(
  (selected: Selected) => toggleEmphasis(selected, '**'),
  (selected: Selected) => toggleEmphasis(selected, '_'),
  toggleSubheading,
)

test('twice gives the same text, for any words', () => {
  fc.assert(
    fc.property(random, toggles, (selected, toggle) => {
      expect(toggle(toggle(selected)).text).toBe(selected.text)
    }),
    { numRuns: randomRuns * 10 },
  )
})

test('selected words are printed as before, and all of them bold', () => {
  fc.assert(
    fc.property(random, ({ text, start, end }) => {
      const line = text.replaceAll(/\n(?:- )?/g, ' ')
      const chosen = line.slice(start, end).trim()
      if (chosen === '') return
      const changed = toggleEmphasis({ text: line, start, end }, '**').text
      expect(plainText(changed)).toBe(plainText(line))
      const printed = readRuns(changed).filter(({ isBold }) => isBold)
      expect(printed.map((run) => run.text).join('')).toContain(chosen)
    }),
    { numRuns: randomRuns * 10 },
  )
})
