import { expect, test } from 'vitest'
import { hyphenate, loadHyphenation } from './hyphenation.ts'
import { placeLines } from './place-lines.ts'
import { directionOf, typographicText } from './typographic-text.ts'

test.each([
  ['en', `"It's 'fine'," she said.`, '“It’s ‘fine’,” she said.'],
  ['en', `rock 'n' roll in the '90s, the dogs' bowls`, 'rock ’n’ roll in the ’90s, the dogs’ bowls'],
  ['de', '"Ja", sagte er, "genau".', '„Ja“, sagte er, „genau“.'],
  ['fr', '"Oui", dit-il.', '«\u202fOui\u202f», dit-il.'],
  ['pl', '"Tak" i nie (“nie”)', '„Tak” i nie (“nie”)'],
  ['ja', '彼は"はい"と言い、"いいえ"と書いた。', '彼は「はい」と言い、「いいえ」と書いた。'],
  ['', '("yes")', '(“yes”)'],
])('quotes of %s are curly: %s', (language, text, printed) => {
  expect(withoutBinding(typographicText(text, language))).toBe(printed)
})

test('quotes in URLs and email addresses stay as they are', () => {
  const text = `"See" https://example.org/?q="a'b" or www.example.org/'x' or o'neil@example.org "now" and later`
  expect(withoutBinding(typographicText(text, 'en'))).toBe(
    `“See” https://example.org/?q="a'b" or www.example.org/'x' or o'neil@example.org “now” and later`,
  )
})

test.each([
  ['fr', 'Quoi ? « Rien »', 'Quoi\u00a0? «\u00a0Rien\u00a0»'],
  ['pl', 'Wyszedł z domu i w nocy', 'Wyszedł z\u00a0domu i\u00a0w\u00a0nocy'],
  ['en', 'The dog -- mine--is old, --help', 'The dog\u00a0–\u200c mine—\u200cis old, --help'],
  ['en', 'It is cheap - and 5 km away – or 20 %', 'It is cheap\u00a0– and 5\u00a0km away\u00a0– or 20\u00a0%'],
])('in %s, short parts are not alone at the start or end of a line', (language, text, printed) => {
  expect(typographicText(text, language, { isTitle: true })).toBe(printed)
})

test('addresses break after their parts', () => {
  const url = 'https://example.org/zine/a_b?page=2'
  expect(typographicText(url, 'en').split('\u200b')).toEqual(['https://example.org/', 'zine/', 'a_', 'b?', 'page=2'])
  expect(typographicText('www.example.org/a-b', 'en')).toBe('www.example.org/\u200ba\u200b-\u2060b')
  expect(typographicText('night@example.org', 'en').split('\u200b')).toEqual(['night@', 'example.org'])
})

test('Japanese titles break after particles, and long ones after verbs', () => {
  const words = (title: string) =>
    typographicText(title, 'ja', { isTitle: true, isCompact: true }).split(/(?<!\u2060)(?!\u2060)/)
  const unbound = (title: string) => words(title).map((word) => word.replaceAll('\u2060', ''))
  expect(unbound('夜行バスが知っていること')).toEqual(['夜行バスが', '知って', 'いること'])
  expect(unbound('夜の散歩')).toEqual(['夜の', '散歩'])
})

test('a long text of one odd word is fast', () => {
  for (const text of ['@a', `'a`, '"', 'www.', "a'a", '://', 'a@a.'].map((part) => part.repeat(14_000)))
    for (const more of ['', ' ', '\u3000x']) {
      const start = performance.now()
      typographicText(text + more, 'en')
      expect(performance.now() - start).toBeLessThan(20_000)
    }
})

test('the last line of a paragraph has more than one short word', () => {
  expect(typographicText('We all went home on it', 'en')).toBe('We all went home on\u00a0it')
  expect(typographicText('This is about understandable responsibilities', 'en')).not.toContain('\u00a0')
  expect(typographicText('みんな帰る。', 'ja')).toBe('みんな\u2060帰\u2060る\u2060。')
})

/** The parts of a Japanese text that stay whole. Single characters are left out. */
const wholeParts = (text: string, setting = {}) =>
  (typographicText(text, 'ja', setting).match(/.(?:\u2060.)+/gu) ?? []).map((part) => part.replaceAll('\u2060', ''))

test('in large Japanese text, a quote starts with its own word, and endings stay with theirs', () => {
  expect(wholeParts('抜けていく。おにぎりは二つ、梅と鮭。「いただきます」と言う。', { isTitle: true })).toEqual([
    '抜けていく。',
    'おにぎりは',
    '二つ、',
    '梅と',
    '鮭。',
    '「いただきます」と',
    '言う。',
  ])
  expect(wholeParts('隣に田中さんがいる。傘を二本、持っている。', { isTitle: true })).toEqual([
    '隣に',
    '田中さんが',
    'いる。',
    '傘を',
    '二本、',
    '持っている。',
  ])
  expect(wholeParts('夜（よる）の「また明日」', { isTitle: true, isCompact: true })).toEqual([
    '（よる）の',
    '「また',
    '明日」',
  ])
})

test('in small Japanese text, names, numbers, dashes and small kana stay with what is before them', () => {
  expect(wholeParts('昨日の夜、田中さんとアンナちゃんは、梅を二つ買って帰ってきたらしい。')).toEqual([
    '田中さん',
    'アンナちゃん',
    '二つ',
    '買っ',
    '帰っ',
    'らしい。',
  ])
  expect(wholeParts('コーヒーを——きょう、飲んだ。')).toEqual(['コー', 'ヒー', '——', 'きょ', '飲んだ。'])
})

test('long words are hyphenated in a known language only, and names are not', async () => {
  await loadHyphenation('en')
  await loadHyphenation('de')
  expect(hyphenate('An extraordinary Metropolitan bus', 'en')).toBe(
    'An extra\u00ador\u00addi\u00adnary Metropolitan bus',
  )
  expect(hyphenate('Straßenbahn', 'de')).toContain('\u00ad')
  expect(hyphenate('extraordinary', '')).toBe('extraordinary')
  expect(hyphenate('extraordinary', 'xx')).toBe('extraordinary')
})

test('the direction is that of the first letter', () => {
  expect(directionOf('123 – حافلة bus')).toBe('rtl')
  expect(directionOf('bus حافلة')).toBe('ltr')
  expect([directionOf('2026'), directionOf('2026', 'rtl')]).toEqual(['ltr', 'rtl'])
  expect(directionOf('🚌')).toBe('ltr')
})

test('a column does not end with the first line of a paragraph, or start with its last', () => {
  const columnsOf = (lines: number[], heights: number[]) =>
    placeLines(
      lines.map((count) => ({ lines: count, gapsBefore: 0 })),
      heights,
      { lineHeight: 10, gap: 0 },
    ).placements.map((placed) => placed.map(({ column }) => column).join(''))
  expect(columnsOf([3, 3], [40, 40])).toEqual(['000', '111'])
  expect(columnsOf([5], [40, 40])).toEqual(['00011'])
  expect(columnsOf([2, 4], [40, 40])).toEqual(['00', '0011'])
})

const withoutBinding = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll(/[\u2060\u00ad\u200b]/g, '')
