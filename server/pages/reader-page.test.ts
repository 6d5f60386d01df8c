import { expect, test } from 'vitest'
import type { FullZine } from '#contract/zines.ts'
import { addMedia } from '#tests/support/library.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp({ pages: pageSource })
const ana = await site.signUp('Ana')
const urls = await addMedia(site, ana, ['image', 'image', 'image', 'image'])
const body = { title: 'Moths', aspectRatio: '4:5', mediaFiles: urls }
const response = await site.post<{ zine: FullZine }>('/api/zines', body, ana)
const zine = response.body.zine

const read = (search: string) => site.call({ path: `/zine/${zine.id}/read${search}` })
const preloaded = (html: string) =>
  [...html.matchAll(/<link rel="preload" as="image" imageSrcSet="([^ ]+)/g)].map(([, url = '']) =>
    url.replace('-400.webp', '-1600.webp'),
  )

test('the picture of the page that the address names is named in the head, and no other', async () => {
  expect(preloaded((await read('')).text)).toEqual([urls[0]])
  expect(preloaded((await read('?page=3')).text)).toEqual([urls[2]])
  expect(preloaded((await read('?page=60')).text)).toEqual([urls[3]])
})

test('without scripts every page is there, in order', async () => {
  const { text } = await read('?page=3')
  const [, plain = ''] = /<main[\s\S]*?<noscript>([\s\S]*?)<\/noscript>/.exec(text) ?? []
  const imageUrls = [...plain.matchAll(/<img src="([^"]+)"/g)].map(([, url]) => url)
  expect(imageUrls).toEqual(urls)
})

test('a missing zine has no reader page, and neither has any other missing page', async () => {
  const absent = '01a1fc0a-7117-7285-b635-c994aaf5edeb'
  const zines = [absent, 'nothing'].flatMap((id) => ['', '/read', '/text'].map((end) => `/zine/${id}${end}`))
  for (const path of [...zines, `/profile/${absent}`, '/nowhere'])
    expect((await site.call({ path })).status, path).toBe(404)
})

test('search engines are led to the zine itself', async () => {
  for (const path of ['read', 'text']) {
    const { text } = await site.call({ path: `/zine/${zine.id}/${path}` })
    expect(text).toMatch(new RegExp(`<link rel="canonical" href="[^"]*/zine/${zine.id}"/>`))
  }
})
