import { expect, onTestFinished, test, vi } from 'vitest'
import type { Details } from '#contract/details.ts'
import type { FilterChoices } from '#contract/search.ts'
import { addMedia, publishZine } from '#tests/support/library.ts'
import { callConcurrently, openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp()
const wren = await site.signUp('wren')
const written = [
  ['Moths', 'mothers', 'Zine making', 'LGBTQ'],
  ['moths', 'Poesía', 'LGBTQ'],
  ['夜の猫'],
  ['mo_ths%'],
  ['LGBTQ!', 'zine making', 'lgbtq'],
  ['Zine making', 'Zine-making', 'Zine Making'],
]

for (const [at, subjects] of written.entries()) {
  const details: Details = { subjects, kind: at === 0 ? 'comic' : 'perzine', languages: ['pt-BR'] }
  await publish(details, await site.signUp(`writer${at}`))
}

async function publish(details: Details, as = wren) {
  const mediaFiles = await addMedia(site, as, ['image'])
  await publishZine(site, as, { title: 'Moths of the moon', description: null, mediaFiles, details })
}

test.each([
  ['mo', ['moths', 'mo_ths%', 'mothers']],
  ['MÓTHS', ['moths']],
  ['zine m', ['Zine making']],
  ['poesia', ['Poesía']],
  ['LG', ['LGBTQ']],
  ['夜', ['夜の猫']],
  ['moon', []],
  ['%', []],
  ['_', []],
  ['', []],
  ['SUBJECT:M', []],
  ['KIND', []],
])('suggestions for %j are %j', async (beginning, subjects) => {
  const path = `/api/subjects?beginning=${encodeURIComponent(beginning)}`
  const { body } = await site.call<{ subjects: string[] }>({ path })
  expect(body.subjects).toEqual(subjects)
})

const choices = async () => (await site.call<FilterChoices>({ path: '/api/search/filters' })).body

test('filters are offered as zines spell them, the most common first, and follow what is published', async () => {
  const first = await choices()
  expect(first).toMatchObject({ kinds: ['perzine', 'comic'], languages: ['pt'] })
  expect(first.subjects.slice(0, 3)).toEqual(['Zine making', 'LGBTQ', 'moths'])
  expect(first.subjects).not.toContain('Lamps')
  await publish({ subjects: ['Lamps'], kind: 'poetry' })
  expect(await choices()).toMatchObject({ kinds: ['perzine', 'comic', 'poetry'] })
  expect((await choices()).subjects).toContain('Lamps')
})

test('one member with many zines or languages does not dominate the offered filters', async () => {
  await site.pool.query(`insert into terms (term, zines)
    select 'LANG:AA-X-' || translate(number::text, '0123456789', 'ABCDEFGHIJ'), 9 from generate_series(1, 2000) number`)
  for (const subject of ['Mine', 'mine', 'MINE', 'mInE']) await publish({ subjects: [subject], languages: ['fr'] })
  expect(await choices()).toMatchObject({ languages: ['pt', 'fr'] })
  expect((await choices()).subjects.slice(0, 3)).toEqual(['Zine making', 'LGBTQ', 'moths'])
  expect((await choices()).subjects.map((subject) => subject.toLowerCase())).toContain('mine')
})

test('a subject that very many have is spelt as the newest zines spell it, which is looked up once', async () => {
  await site.pool.query(`update terms set zines = 2001 where term = 'SUBJECT:LGBTQ'`)
  site.changes.announce()
  const querySpy = vi.spyOn(site.pool, 'query')
  onTestFinished(() => querySpy.mockRestore())
  const path = '/api/subjects?beginning=lgb'
  const responses = await callConcurrently(4, () => site.call<{ subjects: string[] }>({ path }))
  expect(responses.map(({ body }) => body.subjects)).toEqual(Array(4).fill(['LGBTQ']))
  // Background jobs may send queries meanwhile, as plain strings.
  const texts = querySpy.mock.calls.map(([query]) => JSON.stringify(query))
  expect(texts.filter((text) => text.includes('limit 1000'))).toHaveLength(1)
})
