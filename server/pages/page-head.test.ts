import { expect, test } from 'vitest'
import { publishOnePage } from '#tests/support/library.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp({ pages: pageSource })
const ana = await site.signUp('Ana')
const zine = await publishOnePage(site, ana, 'The lantern window')
const fetchPage = async (path: string) => (await site.call({ path })).text
const structuredDataIn = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? 'null')

test('programs find feeds, records and structured data in a page', async () => {
  const profile = await fetchPage(`/profile/${ana.id}`)
  expect(profile).toContain(`/feeds/creators/${ana.id}.atom`)
  expect(profile).toContain('application/json+oembed')
  expect(structuredDataIn(profile)).toMatchObject({ '@type': 'ProfilePage', mainEntity: { name: 'Ana' } })
  const opened = await fetchPage(`/zine/${zine.id}`)
  expect(opened).toContain(`/api/zines/${zine.id}/record?as=zinecore2`)
  expect(opened).toContain(`/opds/zines/${zine.id}.json`)
  for (const page of ['', '/read', '/text', '/print'])
    expect(await fetchPage(`/zine/${zine.id}${page}`), page).toMatch(
      new RegExp(`application/json[+]oembed"[^>]*href="[^"]*/api/oembed[?]url=[^"]*${zine.id}"`),
    )
  expect(structuredDataIn(opened)).toMatchObject({
    '@type': 'Book',
    name: zine.title,
    author: { name: 'Ana' },
  })
  expect(structuredDataIn(opened).image).toHaveLength(1)
  expect(await fetchPage('/')).toContain('href="/feeds/zines.atom"')
  const search = '/feeds/search.atom?search=moth&amp;filter=popular&amp;kind=comic'
  expect(await fetchPage('/?tab=popular&q=moth&kind=comic')).toContain(`href="${search}"`)
})

test('a corrected search says so in the document, and links to the original words', async () => {
  const html = await fetchPage('/?q=lanern+window')
  expect(html).toContain('Showing results for')
  expect(html).toContain(zine.title)
  expect(html).toContain('href="/?q=%22lanern%22+window"')
})

test('only the home page without a search or filter has the illustration', async () => {
  const illustration = 'One printed sheet with eight small pages'
  expect(await fetchPage('/?tab=popular')).toContain(illustration)
  for (const path of ['/?q=lantern', '/?kind=comic']) expect(await fetchPage(path)).not.toContain(illustration)
})
