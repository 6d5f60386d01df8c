import { expect, test } from 'vitest'
import { inEnglish } from '#contract/in-english.ts'
import { readTable } from './read-table.ts'

const readCells = (bytes: Uint8Array) => readTable(bytes, 200).rows.map(({ cells }) => cells)
const utf16 = (text: string, byteOrderMark: number[]) => {
  const bytes = Buffer.from(text, 'utf16le')
  return Buffer.concat([Buffer.from(byteOrderMark), byteOrderMark[0] === 0xff ? bytes : bytes.swap16()])
}

const table = 'Title,Files\nMøth “Café”,a.png\n'
test.each([
  ['UTF-8', Buffer.from(table)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${table}`)],
  ['UTF-16 as Excel writes it', utf16(table, [0xff, 0xfe])],
  ['UTF-16 the other way round', utf16(table, [0xfe, 0xff])],
])('a table in %s is read', (_name, bytes) => {
  expect(readCells(bytes)).toEqual([{ title: 'Møth “Café”', files: 'a.png' }])
})

const inBytes = (title: string) => Buffer.from(`title,files\n${title},a.png\n`, 'latin1')
test.each([
  ['Shift-JIS', inBytes('\x93\xfa\x96{\x82\xcc\x94L')],
  ['EUC-JP', inBytes('\xc6\xfc\xcb\xdc')],
  ['ISO-2022-JP', inBytes('\x1b$BF|K\\\x1b(B')],
  ['GB 18030', inBytes('\xc8\xd5\xb1\xbe')],
  ['Windows-1251', inBytes('\xcc\xee\xf2\xfb\xeb\xfc')],
  ['Windows-1252', inBytes('M\xf8th \x93Caf\xe9\x94')],
  ['damaged UTF-16', utf16('title,files\nMoth \ud800,a.png\n', [0xff, 0xfe])],
])('a table in %s is refused with a message that names the encodings', (_name, bytes) => {
  expect(() => readTable(bytes, 200)).toThrow(/^The CSV is not in UTF-8 or UTF-16, .+ Save it as “CSV UTF-8”/)
})

test.each([
  ['commas', 'title,files\n"Moths, at night",a.png|b.png\n'],
  ['semicolons', 'title;files\r\nMoths, at night;a.png|b.png\r\n'],
  ['tabs', 'title\tfiles\nMoths, at night\ta.png|b.png'],
  ['what Excel says', 'sep=;\r\ntitle;files\r\n"Moths, at night";a.png|b.png'],
])('cells are separated by %s', (_name, text) => {
  expect(readCells(Buffer.from(text))).toEqual([{ title: 'Moths, at night', files: 'a.png|b.png' }])
})

test('rows are numbered as in a spreadsheet, despite blank rows and long cells', () => {
  const text = 'Alt_Texts, FILES ,title\n"One\ntwo ""three""",a.png,First\n,,\n\nx,b.png,=1+1\nshort\n'
  expect(readTable(Buffer.from(text), 200).rows).toEqual([
    { number: 2, cells: { 'alt texts': 'One\ntwo "three"', files: 'a.png', title: 'First' } },
    { number: 5, cells: { 'alt texts': 'x', files: 'b.png', title: '=1+1' } },
    { number: 6, cells: { 'alt texts': 'short', files: '', title: '' } },
  ])
})

test.each([
  ['title,"files\nMoths,a.png\n', /^The quotation mark on line 1 of the CSV is never closed/],
  ['title,files,Title\n', /two columns called “title”/],
  [`title,files${',x'.repeat(99)}\n`, /more than 100 columns/],
  [`title,files\n${'Moths,a.png\n'.repeat(201)}`, /more than 200 rows/],
  ['title,files\nM\0th,a.png\n', /a character that cannot be stored/],
  ['title,fi\0les\nMoth,a.png\n', /a character that cannot be stored/],
])('an unreadable table is rejected with a message (%#)', (text, message) => {
  expect(() => readTable(Buffer.from(text), 200)).toThrow(message)
})

test.each([
  ['title,files\nMoths,a.png\nBread,"b.png\nTides,c.png\n', 3],
  ['title,files\r\n"Moths\r\nat night",a.png\r\n"Br\r\nead","b.png\r\nTides,c.png', 5],
  ['sep=,\ntitle,files\nMoths,a.png\n"Bread', 4],
  [`title,files\nMoths,a.png\n"Bread\n${'Tides,c.png\n'.repeat(50_000)}`, 3],
])('an unclosed quotation mark does not affect the rows before it, and its line is reported (%#)', (text, line) => {
  const { rows } = readTable(Buffer.from(text), 200)
  expect(rows).toMatchObject([{ number: 2, cells: { files: 'a.png' } }, { number: 3 }])
  expect(inEnglish(rows[1]?.problem ?? '')).toBe(
    `The quotation mark on line ${line} of the CSV is never closed. Nothing after it was read.`,
  )
})

test('a row is read up to the number of columns, and a table cannot be far wider', () => {
  const row = (commas: number) => Buffer.from(`title,files\nMoths,a.png${','.repeat(commas)}\n`)
  expect(readTable(row(500), 200).rows).toEqual([{ number: 2, cells: { title: 'Moths', files: 'a.png' } }])
  const rows = (count: number) => Buffer.from(`title,files\n${`${','.repeat(999)}\n`.repeat(count)}`)
  expect(readTable(rows(900), 200).rows).toEqual([])
  expect(() => readTable(rows(5_100), 200)).toThrow(/more than 1,000,000 cells/)
  expect(() => readTable(row(3_000_000), 200)).toThrow(/more than 1,000,000 cells/)
  expect(() => readTable(Buffer.from(','.repeat(3_000_000)), 200)).toThrow(/more than 1,000,000 cells/)
})

test('empty rows are skipped, until there are far too many', () => {
  const rows = `title,files\n${'Moths,a.png\n'.repeat(200)}${',\n'.repeat(4_000)}`
  expect(readTable(Buffer.from(rows), 200).rows).toHaveLength(200)
  const tooManyEmptyRows = `title,files\n${',\n'.repeat(6_000)}"never closed`
  expect(() => readTable(Buffer.from(tooManyEmptyRows), 200)).toThrow(/more than 200 rows/)
})
