import { expect, test } from 'vitest'
import { hideAccount } from '#server/accounts/delete-account.queries.ts'
import { publishOnePage } from '#tests/support/library.ts'
import { childrenOf, readXml, textOf } from '#tests/support/strict-xml.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const here = 'https://zines.example'

const site = await openTestApp({ settings: { PUBLIC_URL: here } })
const member = await site.signUp('mapped')
await publishOnePage(site, member, 'Mapped')
await site.pool.query(
  `with made as (
     insert into zines (creator_id, title, aspect_ratio)
     select $1, 'Zine ' || n, '1:1' from generate_series(1, 50001) n returning id
   )
   insert into zine_stats (zine_id) select id from made`,
  [member.id],
)

async function read(path: string) {
  const response = await site.call({ path })
  expect([response.status, response.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
  return readXml(response.text)
}

test('the sitemap leads to every zine and every profile once, in parts that are not too long', async () => {
  const index = await read('/sitemap.xml')
  expect([index.name, index.attributes.xmlns]).toEqual(['sitemapindex', 'http://www.sitemaps.org/schemas/sitemap/0.9'])
  const [pages, ...parts] = childrenOf(index, 'sitemap').map((part) => textOf(part, 'loc'))
  expect(pages).toBe(`${here}/sitemaps/pages.xml`)
  expect(parts.map((part) => part.replace(/[^/]+\.xml$/, ''))).toEqual([
    `${here}/sitemaps/zines/`,
    `${here}/sitemaps/zines/`,
    `${here}/sitemaps/profiles/`,
  ])
  const sizes: number[] = []
  const addresses = new Set<string>()
  for (const part of parts) {
    const urls = childrenOf(await read(part.slice(here.length)), 'url')
    sizes.push(urls.length)
    for (const url of urls) {
      addresses.add(textOf(url, 'loc'))
      expect(textOf(url, 'lastmod')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    }
  }
  expect(sizes).toEqual([40_000, 10_002, 1])
  expect(addresses.size).toBe(50_003)
  expect(addresses).toContain(`${here}/profile/${member.id}`)
  const { rows } = await site.pool.query<{ id: string }>('select id from zines order by id desc limit 1')
  expect(addresses).toContain(`${here}/zine/${rows[0]?.id}`)
})

test('a part ends where the next one begins, even if some of its zines were deleted', async () => {
  await read('/sitemap.xml')
  await site.pool.query('delete from zines where id in (select id from zines order by id limit 10 offset 100)')
  const { rows } = await site.pool.query<{ id: string }>(
    `select first_id as id from sitemap_parts where kind = 'zines'`,
  )
  const [second, ...others] = rows.map(({ id }) => `/sitemaps/zines/${id}.xml`)
  expect(others).toEqual([])
  const first = '/sitemaps/zines/00000000-0000-7000-8000-000000000000.xml'
  const parts = await Promise.all([first, second ?? ''].map(read))
  expect(parts.map((part) => childrenOf(part, 'url').length)).toEqual([39_990, 10_002])
})

test('the sitemap also lists the pages without an owner', async () => {
  const urls = childrenOf(await read('/sitemaps/pages.xml'), 'url')
  expect(urls.map((url) => textOf(url, 'loc'))).toEqual([`${here}/`, `${here}/about`])
})

test('robots.txt names the sitemap and the paths to skip', async () => {
  const { text, headers } = await site.call({ path: '/robots.txt' })
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      'User-agent: *',
      'Disallow: /account-settings',
      'Disallow: /auth',
      'Disallow: /api',
      `Sitemap: ${here}/sitemap.xml`,
    ]),
  )
})

test('content of an account being deleted is in no sitemap', async () => {
  const leaver = await site.signUp('leaver')
  const { id } = await publishOnePage(site, leaver, 'Leaving')
  const readAllSitemaps = async () => {
    const index = await read('/sitemap.xml')
    const parts = childrenOf(index, 'sitemap').map((part) => textOf(part, 'loc').slice(here.length))
    return (await Promise.all(parts.map(async (part) => (await site.call({ path: part })).text))).join()
  }
  const listedAddresses = async () => {
    const text = await readAllSitemaps()
    return [`/zine/${id}<`, `/profile/${leaver.id}<`].map((address) => text.includes(address))
  }
  expect(await listedAddresses()).toEqual([true, true])
  await site.db.transaction().execute((tx) => hideAccount(tx, leaver.id))
  expect(await listedAddresses()).toEqual([false, false])
})
