import { expect, test } from 'vitest'
import { publishAs } from '#tests/support/library.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp({ pages: pageSource })
const ana = await site.signUp('Ana')
const zine = await publishAs(site, ana, 'The lantern window')
const read = async (path: string) => (await site.call({ path })).text
const dataIn = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? 'null')

test('programs find feeds, records and structured data in a page', async () => {
  const profile = await read(`/profile/${ana.id}`)
  expect(profile).toContain(`/feeds/creators/${ana.id}.atom`)
  expect(profile).toContain('application/json+oembed')
  expect(dataIn(profile)).toMatchObject({ '@type': 'ProfilePage', mainEntity: { name: 'Ana' } })
  const opened = await read(`/zine/${zine.id}`)
  expect(opened).toContain(`/api/zines/${zine.id}/record?as=zinecore2`)
  expect(opened).toContain(`/opds/zines/${zine.id}.json`)
  expect(dataIn(opened)).toMatchObject({ '@type': 'Book', name: zine.title, author: { name: 'Ana' } })
  expect(dataIn(opened).image).toHaveLength(1)
  expect(await read('/')).toContain('href="/feeds/zines.atom"')
  const search = '/feeds/search.atom?search=moth&amp;filter=popular&amp;kind=comic'
  expect(await read('/?tab=popular&q=moth&kind=comic')).toContain(`href="${search}"`)
})

test('a corrected search says so in the document, and links to the original words', async () => {
  const html = await read('/?q=lanern+window')
  expect(html).toContain('Showing results for')
  expect(html).toContain(zine.title)
  expect(html).toContain('href="/?q=%22lanern%22+window"')
})
