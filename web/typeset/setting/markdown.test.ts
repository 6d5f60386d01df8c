import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainText, plainWords, readLines, readRuns } from './markdown.ts'

const styled = (source: string) =>
  readRuns(source).map(({ text, isBold, isItalic }) => `${isBold ? 'B' : ''}${isItalic ? 'I' : ''}:${text}`)

test('bold, italic and both, also within each other', () => {
  expect(styled('One **bold** moth, _softly_, *twice*.')).toEqual([
    ':One ',
    'B:bold',
    ': moth, ',
    'I:softly',
    ':, ',
    'I:twice',
    ':.',
  ])
  expect(styled('***both*** and *a **b** c*')).toEqual(['BI:both', ': and ', 'I:a ', 'BI:b', 'I: c'])
  expect(styled('夜の**電車**と*猫*です')).toEqual([':夜の', 'B:電車', ':と', 'I:猫', ':です'])
})

test('a link prints its words and its address', () => {
  expect(plainWords('[a **link**](https://example.org/a_b), here')).toBe('a link (https://example.org/a_b), here')
})

test.each(['snake_case and 2 * 3 * 4 and __init__', 'https://example.org/_a_/*b*', '**', 'a ** b', '#night #moths'])(
  '%j stays as it is',
  (source) => {
    expect(plainText(source)).toBe(source)
  },
)

test('lines have a kind, and tables become rows', () => {
  const text = '## Soup\n- leek\n> Late.\n\n| Day | Soup |\n|---|:-:|\n| Monday | **leek** |\n|---|\nEnd'
  expect(readLines(text).map(({ kind, isAfterBlank }) => `${kind}${isAfterBlank ? ' after a gap' : ''}`)).toEqual([
    'heading',
    'bullet',
    'quote',
    'row after a gap',
    'row',
    'text',
  ])
  expect(plainText(text)).toBe('Soup\n- leek\nLate.\n\nDay · Soup\nMonday · leek\nEnd')
  expect(readLines(text)[3]?.runs.every(({ isBold }) => isBold)).toBe(true)
})

test('every line of a list has a mark', () => {
  expect(plainText('leek\n- salt\n2. Fry.\n\n## Later\nWait.', true)).toBe('- leek\n- salt\n2. Fry.\n\nLater\n- Wait.')
})

test('each printed character knows where it is in the source', () => {
  const part = fc.constantFrom('**', '*', '_', ' ', '\n', '\n\n', '- ', '## ', '> ', '|', 'moth', '夜', '🦋', '[a](b)')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const source = parts.join('')
      for (const { kind, runs } of readLines(source))
        for (const { text, start } of runs)
          for (const [index, character] of [...text].entries())
            if (kind !== 'row' && !' ('.includes(character))
              expect(source.charCodeAt(start + [...text].slice(0, index).join('').length)).toBe(character.charCodeAt(0))
      expect(plainText(source).replaceAll(/[^\p{L}]/gu, '')).toBe(source.replaceAll(/[^\p{L}]/gu, ''))
    }),
  )
})
