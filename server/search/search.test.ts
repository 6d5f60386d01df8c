import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchCreators } from '#contract/search.ts'
import { ZineList } from '#contract/zines.ts'
import { publishAs } from '#tests/support/library.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'

let site: TestApp
let moths: Member

beforeAll(async () => {
  site = await startTestApp()
  moths = await site.signUp('DustyMoths')
  const soup = await site.signUp('sopa_de_letras')
  const forest = await site.signUp('lesnaya')
  await publishAs(site, moths, 'Kitchen Window', 'Eleven species that visit one lit pane')
  await publishAs(site, soup, 'Cazuela para Tres', 'Recetas de la cocina de mi tía Inés, 100% a mano')
  await publishAs(site, forest, 'Письма деревьям', 'Лес отвечает')
  await publishAs(site, moths, 'Night shift', 'A pane of glass, again')
})
afterAll(() => site.close())

const found = async (query: string) => {
  const answer = await site.call({ path: `/api/search/zines?${query}` })
  return ZineList.parse(answer.body).zines.map((zine) => zine.title)
}
const search = (text: string) => found(`search=${encodeURIComponent(text)}`)

const everything = ['Night shift', 'Письма деревьям', 'Cazuela para Tres', 'Kitchen Window']

describe('a zine is found', () => {
  test.each([
    ['by part of a word of its title', 'itche', ['Kitchen Window']],
    ['by its description', 'species', ['Kitchen Window']],
    ['by its creator’s name, newest first', 'dustymoths', ['Night shift', 'Kitchen Window']],
    ['by words from different places, in any order', 'PANE dusty window', ['Kitchen Window']],
    ['without its accents', 'tia ines', ['Cazuela para Tres']],
    ['with accents it does not have', 'cocína', ['Cazuela para Tres']],
    ['in any case of any script', 'ДЕРЕВЬЯМ лес', ['Письма деревьям']],
    ['by a sign that means something to SQL', '100%', ['Cazuela para Tres']],
    ['only when every word occurs', 'window nowhere', []],
    ['not by a wildcard', 'k_tchen', []],
    ['not by a sign that only separates words', '%', []],
    ['by the words on either side of a sign', 'one lit-pane', ['Kitchen Window']],
    ['by a phrase in quotes', '"lit pane"', ['Kitchen Window']],
    ['not by a phrase of parts of words', '"it pane"', []],
    ['not by a phrase across title and description', '"window eleven"', []],
    ['by its creator', '@DustyMoths', ['Night shift', 'Kitchen Window']],
    ['by the beginning of its creator’s name', '@dusty pane', ['Night shift', 'Kitchen Window']],
    ['not by the middle of its creator’s name', '@moths', []],
    ['by everything, while a sign waits for its text', '@', everything],
    ['by one letter', 'ñ', everything],
    ['not by a backslash', '\\', []],
  ])('%s: %s', async (_how, text, titles) => {
    expect(await search(text)).toEqual(titles)
  })

  test('by nothing at all: everything, newest first', async () => {
    expect(await search('   ')).toEqual([
      'Night shift',
      'Письма деревьям',
      'Cazuela para Tres',
      'Kitchen Window',
    ])
  })
})

test('popular puts the most favorited first, with text and page by page', async () => {
  const fan = await site.signUp()
  const { zines } = ZineList.parse((await site.call({ path: '/api/search/zines?search=window' })).body)
  await site.call({ method: 'POST', path: '/api/favorites/zines', body: { zineId: zines[0]?.id }, as: fan })
  expect((await found('filter=popular'))[0]).toBe('Kitchen Window')
  expect(await found('filter=popular&search=pane')).toEqual(['Kitchen Window', 'Night shift'])
  const first = ZineList.parse((await site.call({ path: '/api/search/zines?filter=popular&limit=3' })).body)
  expect(await found(`filter=popular&limit=3&cursor=${first.nextCursor}`)).toHaveLength(1)
})

test('a deleted zine is not found', async () => {
  const { id } = await publishAs(site, moths, 'Ephemeral')
  expect(await search('ephemeral')).toEqual(['Ephemeral'])
  await site.call({ method: 'DELETE', path: `/api/zines/${id}`, as: moths })
  expect(await search('ephemeral')).toEqual([])
})

test('somebody else’s id in a search is ignored', async () => {
  expect(await found(`search=window&userId=${moths.id}`)).toEqual(['Kitchen Window'])
})

test('creators are found by part of their names, those with the most zines first', async () => {
  const answer = await site.call({ path: '/api/search/users?search=s' })
  const { creators } = searchCreators.response.parse(answer.body)
  expect(creators.map((creator) => creator.username)).toEqual(
    ['DustyMoths', 'lesnaya', 'sopa_de_letras'].sort((a, b) =>
      a === 'DustyMoths' ? -1 : b === 'DustyMoths' ? 1 : idOf(creators, b).localeCompare(idOf(creators, a)),
    ),
  )
  expect(creators[0]).toMatchObject({ zine_count: 2, follower_count: 0 })
})

const idOf = (creators: { id: string; username: string }[], username: string) =>
  creators.find((creator) => creator.username === username)?.id ?? ''

test('any text is answered: never an error, never a wait', async () => {
  const texts = [
    "'",
    '"',
    '; drop table zines',
    ':*',
    '&|!()',
    '\u202e',
    '😀',
    'a '.repeat(100),
    '\ufeff',
    '%%%___',
  ]
  for (const text of texts)
    expect(await site.call({ path: `/api/search/zines?search=${encodeURIComponent(text)}` })).toMatchObject({
      status: 200,
    })
  for (const text of ['x'.repeat(10_000), '%00'])
    expect((await site.call({ path: `/api/search/zines?search=${text}` })).status).toBe(400)
})
