import { describe, expect, test } from 'vitest'
import { type Embed, readEmbed } from '#contract/oembed.ts'
import { addMedia, publishOnePage, publishZine } from '#tests/support/library.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const here = 'https://zines.example'

const site = await openTestApp({ settings: { PUBLIC_URL: here } })
const member = await site.signUp('embedded')
const zine = (await publishOnePage(site, member, 'A <b>zine</b>')).id

const request = (url: string, query = '') =>
  site.call<Embed & { code?: string }>({ path: `/api/oembed?url=${encodeURIComponent(url)}${query}` })
const embed = async (url: string, query = '') => readEmbed.response.parse((await request(url, query)).body)

describe('another site shows', () => {
  test('a zine as a photo of its cover, as large as it may be', async () => {
    const photo = await embed(`${here}/zine/${zine}`)
    expect(photo).toMatchObject({
      version: '1.0',
      type: 'photo',
      title: 'A <b>zine</b>',
      width: 800,
      height: 1000,
      author_name: 'embedded',
      author_url: `${here}/profile/${member.id}`,
      provider_name: 'Foldout',
      provider_url: `${here}/`,
    })
    expect(photo.type === 'photo' && photo.url).toMatch(/^https:\/\/zines\.example\/media\/[0-9a-f]{32}-1600\.webp$/)
    const small = await embed(`${here}/zine/${zine}`, '&maxwidth=799')
    expect(small).toMatchObject({
      type: 'photo',
      width: 400,
      height: 500,
      url: expect.stringContaining('-400.webp'),
    })
    expect(await embed(`${here}/zine/${zine}`, '&maxheight=999')).toMatchObject({ width: 400 })
    expect(await embed(`${here}/zine/${zine}`, '&maxwidth=399')).toMatchObject({ type: 'link' })
  })

  test('the same response for every reader: a cacheable response carries no member cookie', async () => {
    await site.pool.query(`update sessions set expires_at = now() + interval '5 days'`)
    const oembed = `/api/oembed?url=${encodeURIComponent(`${here}/zine/${zine}`)}`
    for (const path of [oembed, '/feeds/zines.atom', '/opds/zines']) {
      const { headers } = await site.call({ path, as: member })
      expect([path, headers['cache-control'], headers['set-cookie']]).toEqual([path, 'public, max-age=60', undefined])
    }
  })

  test('a video as a link with a picture', async () => {
    const mediaFiles = await addMedia(site, member, ['video'])
    const { id } = await publishZine(site, member, { title: 'Moving', mediaFiles })
    expect(await embed(`${here}/zine/${id}`)).toMatchObject({
      type: 'link',
      title: 'Moving',
      thumbnail_width: 800,
      thumbnail_height: 1000,
      thumbnail_url: expect.stringMatching(/^https:\/\/zines\.example\/media\/[0-9a-f]{32}-1600\.webp$/),
    })
  })

  test.each([
    '',
    '/',
    '/?page=3',
    '#page-2',
    '?utm_source=x&fbclid=y',
    '/text',
    '/print',
    '/print?layout=fold',
    '/edit',
    '/read',
    '/read/',
    '/read?page=3',
    '/read/?page=3#x',
    '/READ',
  ])('a zine by each address of its pages: with %j behind it', async (end) => {
    expect(await embed(`${here}/zine/${zine}${end}`)).toMatchObject({ type: 'photo', title: 'A <b>zine</b>' })
  })

  test.each(['/', '?tab=zines'])('a profile as visitors see it, with %j behind its address', async (end) => {
    expect(await embed(`${here}/public-profile/${member.id}${end}`)).toMatchObject({ title: 'embedded' })
  })

  test.each(['', '/', '?tab=zines', '#top'])('a profile as a link, with %j behind its address', async (end) => {
    expect(await embed(`${here}/profile/${member.id}${end}`)).toMatchObject({
      type: 'link',
      title: 'embedded',
    })
  })
})

test.each([
  'https://evil.example/zine/ID',
  'https://zines.example.evil.example/zine/ID',
  'https://zines.example@evil.example/zine/ID',
  'https://user@zines.example/zine/ID',
  'http://zines.example/zine/ID',
  'https://zines.example:444/zine/ID',
  'https://zines.example/zine/ID/more',
  'https://zines.example/zine/ID/read/more',
  'https://zines.example/x/zine/ID/read',
  'https://zines.example/profile/ID',
  'https://zines.example/api/zines/ID',
  'https://zines.example/zine/x',
  'https://zines.example/zine/01a1fc0a-7117-7285-b635-c994aaf5edeb',
  'https://zines.example/',
  'javascript:ID',
  '/zine/ID',
  '',
])('the address %j is not ours to show', async (address) => {
  expect(await request(address.replace('ID', zine))).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
})

test('only JSON is offered', async () => {
  const address = `${here}/zine/${zine}`
  expect((await request(address, '&format=json')).status).toBe(200)
  expect(await request(address, '&format=xml')).toMatchObject({ status: 501, body: { code: 'not_offered' } })
})
