import { describe, expect, test } from 'vitest'
import { addMedia, publishOnePage, publishZine } from '#tests/support/library.ts'
import { openOpdsSchemas } from '#tests/support/opds-schema.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import type { Link } from './publication.ts'

const publicUrl = 'https://zines.example'
const { catalogProblems: validateCatalog, manifestProblems: validateManifest } = openOpdsSchemas()

type Publication = { metadata: Record<string, unknown>; links: Link[]; images?: Link[] }
type Catalog = {
  metadata: { title: string }
  links: Link[]
  publications?: Publication[]
  navigation?: Link[]
}
type Manifest = Publication & { readingOrder: Link[] }

const site = await openTestApp({ settings: { PUBLIC_URL: publicUrl } })
const maker = await site.signUp('quillwright')

const read = async <Body>(path: string) => {
  const { status, headers, text } = await site.call({ path })
  return { status, type: headers['content-type'], headers, body: JSON.parse(text) as Body }
}
const catalog = async (path: string) => {
  const { body, type } = await read<Catalog>(path)
  expect(type).toBe('application/opds+json; charset=utf-8')
  expect(validateCatalog(body)).toEqual([])
  return body
}
const titlesIn = ({ publications = [] }: Catalog) => publications.map(({ metadata }) => metadata.title)
const linkOf = (links: Link[], rel: string) => links.find((link) => [link.rel].flat().includes(rel))
const pathOf = (link: Link | undefined) => link?.href.slice(publicUrl.length) ?? ''
const openAccess = 'http://opds-spec.org/acquisition/open-access'

type Page = { altText?: string; contentNote?: string }
async function publish(title: string, fields: object = {}, pages: Page[] = [{}], kind: 'image' | 'video' = 'image') {
  const urls = await addMedia(site, maker, Array(pages.length).fill(kind))
  const mediaFiles = urls.map((url, at) => ({ url, altText: '', ...pages[at] }))
  return { id: (await publishZine(site, maker, { title, mediaFiles, ...fields })).id, urls }
}

const details = {
  series: 'Moth Light',
  issue: 'No. 3',
  languages: ['pt-BR', 'en'],
  kind: 'how-to',
  year: 1994,
  subjects: ['Moths', 'Night, late'],
  with: ['Ana'],
  rights: 'cc-by',
  madeIn: 'Recife',
}

describe('a catalogue', () => {
  test('starts with links that each list zines', async () => {
    await publish('Of a kind', { details: { kind: 'how-to' } })
    const start = await catalog('/opds')
    expect(linkOf(start.links, 'search')).toMatchObject({ templated: true })
    for (const link of start.navigation ?? []) await catalog(pathOf(link))
    const [howTo] = (start.navigation ?? []).filter(({ title }) => title === 'How-to')
    expect(titlesIn(await catalog(pathOf(howTo)))).toEqual(['Of a kind'])
  })

  test('describes a zine with its own metadata', async () => {
    const { id, urls } = await publish('Moth Light 3', {
      details,
      description: 'A <b>night</b>.',
      mayPrint: true,
    })
    const { publications } = await catalog('/opds/zines?query=moth+light')
    const [zine] = publications ?? []
    expect(zine?.metadata).toMatchObject({
      title: 'Moth Light 3',
      identifier: `urn:uuid:${id}`,
      description: 'A <b>night</b>.',
      language: ['pt-BR', 'en'],
      numberOfPages: 1,
      readingProgression: 'ltr',
      contributor: ['Ana'],
      subject: ['Zine', 'How-to', 'Moths', 'Night, late'],
      author: { name: 'quillwright', links: [{ href: `${publicUrl}/opds/creators/${maker.id}` }] },
      belongsTo: {
        series: {
          name: 'Moth Light',
          position: 3,
          links: [{ href: `${publicUrl}/profile/${maker.id}/series/moth-light` }],
        },
      },
    })
    expect(linkOf(zine?.links ?? [], 'self')?.href).toBe(`${publicUrl}/opds/zines/${id}.json`)
    expect(linkOf(zine?.links ?? [], 'license')?.href).toBe('https://creativecommons.org/licenses/by/4.0/')
    expect(zine?.links).toContainEqual({
      rel: openAccess,
      href: `${publicUrl}/api/zines/${id}/zine.cbz`,
      type: 'application/vnd.comicbook+zip',
    })
    expect(zine?.images?.[0]).toEqual({
      href: publicUrl + urls[0],
      type: 'image/webp',
      width: 800,
      height: 1000,
    })
  })

  test('is searched and filtered like the site, and describes what it shows', async () => {
    await publish('Kept apart', { details: { languages: ['ja'], subjects: ['Trains'] } })
    const filtered = await catalog('/opds/zines?query=apart&language=ja&subject=trains')
    expect(filtered.metadata.title).toBe('New zines: “apart”, ja, trains')
    expect(titlesIn(filtered)).toEqual(['Kept apart'])
    expect(titlesIn(await catalog('/opds/zines?query=apart&length=one-sheet&direction=ltr'))).toEqual(['Kept apart'])
    const empty = await catalog('/opds/zines?query=apart&language=pt')
    expect(empty.publications).toBeUndefined()
    for (const invalidQuery of ['kind=x', 'cursor=x', 'year=12', 'search=x', 'limit=1'])
      expect((await read(`/opds/zines?${invalidQuery}`)).status, invalidQuery).toBe(400)
  })

  test('is paginated by newest, popular, search and creator, and lists every zine once', async () => {
    const busy = await site.signUp('busy')
    for (let n = 0; n < 25; n++) await publishOnePage(site, busy, `Leaf ${n}`)
    for (const path of [
      '/opds/zines',
      '/opds/zines?filter=popular',
      '/opds/zines?query=leaf',
      `/opds/creators/${busy.id}`,
    ]) {
      const titles: unknown[] = []
      for (let next = path; next; ) {
        const page = await catalog(next)
        expect(pathOf(linkOf(page.links, 'self'))).toBe(next)
        titles.push(...titlesIn(page))
        next = pathOf(linkOf(page.links, 'next'))
      }
      expect(new Set(titles).size, path).toBe(titles.length)
      expect(
        titles.filter((title) => String(title).startsWith('Leaf')),
        path,
      ).toHaveLength(25)
    }
    expect((await read('/opds/creators/01a1fc0a-7117-7285-b635-c994aaf5edeb')).status).toBe(404)
  })
})

describe('a manifest', () => {
  const manifest = async (id: string) => {
    const answer = await read<Manifest>(`/opds/zines/${id}.json`)
    if (answer.status === 200) expect(validateManifest(answer.body)).toEqual([])
    return answer
  }

  test('lists every page in order with its text, on its side of the spread', async () => {
    const pages = [{ altText: 'A door.' }, {}, { altText: 'A room.' }, {}]
    const { id, urls } = await publish('Four', { readingDirection: 'rtl', details }, pages)
    const { body, type } = await manifest(id)
    expect(type).toBe('application/divina+json; charset=utf-8')
    expect(body.metadata).toMatchObject({
      conformsTo: 'https://readium.org/webpub-manifest/profiles/divina',
      readingProgression: 'rtl',
    })
    expect(body.readingOrder.map(({ href, title, properties }) => [href, title, properties?.page])).toEqual([
      [publicUrl + urls[0], 'A door.', 'center'],
      [publicUrl + urls[1], 'Page 2', 'right'],
      [publicUrl + urls[2], 'A room.', 'left'],
      [publicUrl + urls[3], 'Page 4', 'center'],
    ])
    expect(body.readingOrder[0]).toMatchObject({ type: 'image/webp', width: 800, height: 1000 })
    expect(body.metadata.accessibility).toMatchObject({ feature: [], accessModeSufficient: [['visual']] })
  })

  test('of a video is not a comic', async () => {
    const { id, urls } = await publish('Moving', {}, [{ altText: 'A tram.' }], 'video')
    const { body, type } = await manifest(id)
    expect(type).toBe('application/webpub+json; charset=utf-8')
    expect(body.readingOrder).toMatchObject([{ href: publicUrl + urls[0], type: 'video/mp4', title: 'A tram.' }])
    expect(body.metadata).not.toHaveProperty('conformsTo')
    await catalog('/opds/zines?query=moving')
  })

  test.each([
    ['its pages', { contentNote: { text: 'Blood', coversPages: true } }, [{}]],
    ['its cover', {}, [{ contentNote: 'Blood' }, {}]],
    ['a page', {}, [{}, { contentNote: 'Blood' }]],
  ])('is unavailable where a note hides %s: the catalogue says so, without pictures', async (_what, fields, pages) => {
    const { id, urls } = await publish('Covered', { ...fields, mayPrint: true }, pages)
    expect((await manifest(id)).status).toBe(404)
    const { publications = [] } = await catalog('/opds/zines?query=covered')
    const zine = publications.find(({ metadata }) => metadata.identifier === `urn:uuid:${id}`)
    for (const url of urls) expect(JSON.stringify(zine)).not.toContain(url.slice(0, -'-1600.webp'.length))
    expect(zine?.links).toEqual([{ rel: ['alternate', 'preview'], href: `${publicUrl}/zine/${id}`, type: 'text/html' }])
    expect(zine?.metadata.description).toBe('Content note: Blood')
  })
})
