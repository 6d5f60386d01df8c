import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '#tests/support/random-runs.ts'
import { plainText, readRuns } from '../setting/markdown.ts'
import { type Selected, type Style, toggleEmphasis, toggleSubheading } from './toggle-marks.ts'

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

const bold = (source: string) => show(toggleEmphasis(read(source), 'isBold'))
const italic = (source: string) => show(toggleEmphasis(read(source), 'isItalic'))
const subheading = (source: string) => show(toggleSubheading(read(source)))

test.each([
  ['One ‹moth› here', 'One **‹moth›** here'],
  ['m‹ot›h', 'm**‹ot›**h'],
  ['夜の‹電車›です', '夜の**‹電車›**です'],
  ['‹One\n\ntwo\n- three› four', '**‹One**\n\n**two**\n- **three›** four'],
  ['- ‹leek›\n', '- **‹leek›**\n'],
  ['*‹moth›*', '***‹moth›***'],
  ['_‹moth›_', '**_‹moth›_**'],
  ['_‹one› two_', '**_‹one›_** _two_'],
  ['*one ‹two› three*', '*one **‹two›** three*'],
  ['‹A [moth](https://a.org/b_c) at night›', '**‹A [moth](https://a.org/b_c) at night›**'],
  ['A [‹moth›](https://a.org)', 'A [**‹moth›**](https://a.org)'],
])('bold: %j becomes %j, and again', (before, after) => {
  expect(bold(before)).toBe(after)
  expect(bold(after)).toBe(before)
})

test.each([
  ['‹A moth›', '_‹A moth›_'],
  ['**‹One** two›', '**_‹One_** _two›_'],
  ['‹one **two** three›', '_‹one **two** three›_'],
  ['**‹one› two**', '**_‹one›_ two**'],
  ['m‹ot›h', '_m‹ot›h_'],
])('italics: %j becomes %j, and again', (before, after) => {
  expect(italic(before)).toBe(after)
  expect(italic(after)).toBe(before)
})

test('marks are around visible words, and replace those within', () => {
  expect(bold('One‹ moth ›here')).toBe('One **‹moth›** here')
  expect(bold('‹- leek\n›- salt')).toBe('- **‹leek›**\n- salt')
  expect(bold('one ‹two **three** four›')).toBe('one **‹two three four›**')
  expect(bold('one ‹**two**› three')).toBe('one ‹two› three')
  expect(bold('**one** ‹two› **three**')).toBe('**one ‹two› three**')
  expect(bold('**one ‹two› three**')).toBe('**one** ‹two› **three**')
  expect(bold('‹**one** two›')).toBe('**‹one two›**')
  expect(italic('*‹one› two* _three_')).toBe('‹one› _two three_')
})

test('a text in which the marks would be printed stays as it is', () => {
  expect(bold('‹https://a.org›')).toBe('‹https://a.org›')
  expect(bold('One‹  ›two')).toBe('One‹  ›two')
})

test('at a caret, marks are added for the next words, left behind these and removed again', () => {
  expect(bold('One |')).toBe('One **|**')
  expect(bold('One **|**')).toBe('One |')
  expect(bold('One **two|**')).toBe('One **two**|')
  expect(italic('One |')).toBe('One _|_')
  expect(italic('**|**')).toBe('**_|_**')
  expect(bold('_|_')).toBe('**_|_**')
  expect(bold('**_|_**')).toBe('_|_')
  expect(bold('|- leek')).toBe('- **|**leek')
  expect(bold('|')).toBe('**|**')
  expect(bold('One **tw|o three** four')).toBe('One tw|o three four')
  expect(bold('One **two |three** four')).toBe('One two |three four')
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
const marks = fc.constantFrom('**', '*', '_', '[a](b)', '\n## ', '\n> ', '| ', ' |', 'https://a.org ')
const random = (part: fc.Arbitrary<string>) =>
  fc
    .record({ parts: fc.array(part, { maxLength: 14 }), one: fc.nat(60), other: fc.nat(60) })
    .map(({ parts, one, other }): Selected => {
      const text = parts.join('')
      const [start = 0, end = 0] = [one, other].map((at) => Math.min(at, text.length)).toSorted((a, b) => a - b)
      return { text, start, end }
    })
const toggles = fc.constantFrom(
  (selected: Selected) => toggleEmphasis(selected, 'isBold'),
  (selected: Selected) => toggleEmphasis(selected, 'isItalic'),
  toggleSubheading,
)

test('twice gives the same text, for any words', () => {
  fc.assert(
    fc.property(random(words), toggles, (selected, toggle) => {
      expect(toggle(toggle(selected)).text).toBe(selected.text)
    }),
    { numRuns: randomRuns * 10 },
  )
})

test('any text prints the same words, and three times are as once', () => {
  const style = fc.constantFrom<Style[]>('isBold', 'isItalic')
  fc.assert(
    fc.property(random(fc.oneof(words, marks)), style, (selected, style) => {
      if (selected.text.slice(selected.start, selected.end).trim() === '') return
      const once = toggleEmphasis(selected, style)
      expect(plainText(once.text)).toBe(plainText(selected.text))
      const thrice = toggleEmphasis(toggleEmphasis(once, style), style)
      expect(thrice.text.replaceAll('_', '*')).toBe(once.text.replaceAll('_', '*'))
    }),
    { numRuns: randomRuns * 10 },
  )
})

test('the selected words are what becomes bold', () => {
  fc.assert(
    fc.property(random(words), ({ text, start, end }) => {
      const line = text.replaceAll(/\n(?:- )?/g, ' ')
      if (line.slice(start, end).trim() === '') return
      const runs = readRuns(toggleEmphasis({ text: line, start, end }, 'isBold').text)
      const printed = runs.filter(({ isBold }) => isBold).map((run) => run.text)
      expect(printed).toEqual([line.slice(start, end).trim()])
    }),
    { numRuns: randomRuns * 10 },
  )
})
