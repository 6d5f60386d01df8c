import { expect, test } from 'vitest'
import { resultAsText } from './print-result.ts'

const id = '01a223b7-4d65-767d-98cb-d35a71a11c4f'
const longTitle = 'A title that is longer than an id is, so that it takes a line of its own below its row'
const rows = [
  {
    id,
    at: new Date('2026-11-28T19:52:25.165Z'),
    zines: 12,
    title: longTitle,
    hidden: null,
    note: 'x '.repeat(90).trim(),
  },
  { id, at: new Date('2026-11-28T19:52:26Z'), zines: 3, title: 'Moths', hidden: null, note: null },
]

test('a list fits 80 columns without cutting a value, and leaves out empty columns', () => {
  const lines = resultAsText({ rows }).split('\n')
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  expect(lines.slice(0, 4)).toEqual([
    'ID                                    AT                    ZINES',
    `${id}  2026-11-28 19:52:25Z     12`,
    '  title: A title that is longer than an id is, so that it takes a line of its',
    '  own below its row',
  ])
  expect(lines.join(' ').replace(/ +/g, ' ')).toContain(`note: ${rows[0]?.note}`)
  expect(lines.slice(-2)).toEqual([`${id}  2026-11-28 19:52:26Z      3`, '  title: Moths'])
})

test('a wide list has one line for each row, with all columns', () => {
  const lines = resultAsText({ rows }, { isWide: true }).split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[0]).toMatch(/^ID +AT +ZINES +TITLE +HIDDEN +NOTE$/)
  expect(lines[1]).toContain(rows[0]?.note)
})

test('fields are broken between words, and a sentence is one line', () => {
  const reason = 'The third page shows a private letter, whose writer has not agreed to its publication here.'
  const text = resultAsText({ fields: { id, reason }, says: reason })
  expect(text.split('\n')).toEqual([
    `id      ${id}`,
    'reason  The third page shows a private letter, whose writer has not agreed to',
    '        its publication here.',
    reason,
  ])
})

test('a field with several values lists them', () => {
  const text = resultAsText({ fields: { kinds: ['zine', 'creator'], notes: [] } })
  expect(text.split('\n')).toEqual(['kinds  zine, creator', 'notes  –'])
})
