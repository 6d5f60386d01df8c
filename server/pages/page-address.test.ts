import { expect, test } from 'vitest'
import { publishOnePage } from '#tests/support/library.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { callConcurrently, openTestApp } from '#tests/support/test-app.ts'
import { pageAddress } from '#web/entry-server.tsx'

const site = await openTestApp({ pages: pageSource })
const ana = await site.signUp('Ana')
await publishOnePage(site, ana, 'Moths')

const addressOf = (address: string) => pageAddress(new URL(address, 'http://page'))
const renderedAt = (page: string) => /"renderedAt":(\d+)/.exec(page)?.[1]

test('a thousand addresses of one page are rendered once, and give identical responses', async () => {
  for (const path of ['/', `/profile/${ana.id}`, '/about', '/?q=moths', '/nowhere']) {
    const sign = path.includes('?') ? '&' : '?'
    const first = await site.call({ path })
    const responses = await callConcurrently(200, (n) => site.call({ path: `${path}${sign}x=${n}&utm_source=${n}` }))
    expect(new Set(responses.map(({ text }) => text))).toEqual(new Set([first.text]))
    expect(renderedAt(first.text)).toBeDefined()
  }
})

test('the cache key of a page contains everything it depends on, in one spelling', () => {
  const profile = `/profile/${ana.id}`
  const zine = `/zine/${ana.id}`
  const printed = '?layout=booklet&paper=a4&sides=long&margin=none&marks=off&trim=on'
  for (const [given, drawn] of [
    ['/?x=1', '/'],
    ['/?tab=all&q=', '/'],
    ['/?tab=nothing', '/'],
    ['/?paper=true&year=94&kind=art&language=PT-br&subject=', '/?language=pt-BR&kind=art&paper=true'],
    ['/?x=1&q=moth%20wings&tab=popular', '/?tab=popular&q=moth+wings'],
    ['/?q=moth&q=other', '/?q=moth'],
    [`${profile}?tab=workspace&x=1`, `${profile}?tab=workspace`],
    [`${profile}?tab=${'x'.repeat(50)}`, profile],
    ['/?cursor=abc&x=1&tab=popular', '/?tab=popular&cursor=abc'],
    [`${profile}?cursor=abc&x=1`, `${profile}?cursor=abc`],
    [`${profile}?cursor=abc&tab=workspace`, `${profile}?tab=workspace`],
    [`/public-${profile.slice(1)}?cursor=abc&tab=workspace`, `/public-${profile.slice(1)}?cursor=abc`],
    [`${profile}/series/mothlight?cursor=abc&x=1`, `${profile}/series/mothlight?cursor=abc`],
    [`/shelf/${ana.id}?cursor=abc&x=1`, `/shelf/${ana.id}?cursor=abc`],
    [`/shelf/${ana.id}?tab=x`, `/shelf/${ana.id}`],
    [`/shelf/${ana.id}?tab=zines`, `/shelf/${ana.id}`],
    [`${profile}/series/mothlight?tab=x`, `${profile}/series/mothlight`],
    ['/about?q=moth&tab=popular', '/about'],
    ['/moderate?token=abc&type=hide', '/moderate'],
    [`${zine}/read?page=3&x=1`, `${zine}/read?page=3`],
    [`${zine}/read?page=1`, `${zine}/read`],
    [`${zine}/read?page=007`, `${zine}/read?page=7`],
    [`${zine}/read?page=-4`, `${zine}/read`],
    [`${zine}/read?page=2.5`, `${zine}/read`],
    [`${zine}/read?page=cover`, `${zine}/read`],
    [`${zine}/read?page=999999999`, `${zine}/read?page=64`],
    [`${zine}?page=3`, zine],
    [`${zine}/text?page=3`, `${zine}/text`],
    [`${zine}/print${printed}&x=1`, `${zine}/print${printed}`],
    [`${zine}/print?layout=none&paper=a5`, `${zine}/print`],
    [`/public-${profile.slice(1)}?tab=shelves&x=1`, `/public-${profile.slice(1)}?tab=shelves`],
    ['/account-settings?linked=github&error=x', '/account-settings'],
  ] as const)
    expect([given, addressOf(given)]).toEqual([given, drawn])
})

test('another spelling of a path redirects to the canonical one', async () => {
  const text = `/zine/${ana.id}/text`
  for (const [given, leads] of [
    [text.toUpperCase(), text],
    [`${text}/?x=1`, `${text}?x=1`],
    [text.replace('zine', '%7Ain%65'), text],
    [`/Profile/${ana.id.toUpperCase()}?tab=shelves`, `/profile/${ana.id}?tab=shelves`],
    ['/ABOUT/', '/about'],
    ['/kept', '/offline'],
    [`/profile/${ana.id}/series/a%2fb`, `/profile/${ana.id}/series/a%2Fb`],
  ]) {
    const { status, headers } = await site.call({ path: given ?? '' })
    expect([given, status, headers.location]).toEqual([given, 308, leads])
  }
  for (const path of ['/Nowhere/%C3%A9/', `/profile/${ana.id}/series/caf%C3%A9`, `/zine/${ana.id}/text`, '/'])
    expect([path, (await site.call({ path })).headers.location]).toEqual([path, undefined])
})

test('an address with a cursor that its list refuses leads to the first page', async () => {
  const ofNumbers = Buffer.from(JSON.stringify([3, ana.id])).toString('base64url')
  for (const [path, first] of [
    ['/?cursor=abc', '/'],
    [`/?q=moths&cursor=${ofNumbers}&kind=art`, '/?q=moths&kind=art'],
    ['/?tab=popular&cursor=abc', '/?tab=popular'],
    ['/?tab=creators&cursor=abc', '/?tab=creators'],
    [`/profile/${ana.id}?cursor=${'a'.repeat(500)}`, `/profile/${ana.id}`],
  ] as const) {
    const responses = await callConcurrently(2, () => site.call({ path }))
    for (const { status, headers } of [...responses, await site.call({ path, as: ana })])
      expect([status, headers.location], path).toEqual([302, first])
    expect((await site.call({ path: first })).status).toBe(200)
  }
})
