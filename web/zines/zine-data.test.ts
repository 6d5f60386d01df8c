import type { Book, CreativeWork } from 'schema-dts'
import { expect, test } from 'vitest'
import { english } from '#web/languages/english.testing.ts'
import { exampleOpenZine, examplePage, exampleZine } from './example-zine.testing.ts'
import { zineData } from './zine-data.ts'

const site = 'https://foldout.example'
const page = examplePage({ width: 100, height: 100 })

test('structured data lists every page of a zine, with absolute addresses', () => {
  const zine = {
    ...exampleZine({ title: 'Plot 14B' }),
    pages: [
      { ...page, kind: 'image' as const, url: '/media/a-1600.webp' },
      { ...page, kind: 'image' as const, url: '/media/b-1600.webp' },
    ],
  }
  expect(zineData(zine, site, english)).toMatchObject({
    '@type': 'Book',
    name: 'Plot 14B',
    url: `${site}/zine/${zine.id}`,
    image: [`${site}/media/a-1600.webp`, `${site}/media/b-1600.webp`],
    author: { '@type': 'Person', url: `${site}/profile/${zine.creatorId}` },
  })
})

test('structured data describes a video with its poster', () => {
  const video = { ...page, kind: 'video' as const, url: '/media/a.mp4', posterUrl: '/media/p-1600.webp' }
  expect(zineData(exampleOpenZine({ pages: [video] }), site, english)).toMatchObject({
    '@type': 'CreativeWork',
    image: [`${site}/media/p-1600.webp`],
    video: {
      '@type': 'VideoObject',
      contentUrl: `${site}/media/a.mp4`,
      thumbnailUrl: `${site}/media/p-1600.webp`,
    },
  })
})

test('structured data has the number of pages, the printing and the date of the last change', () => {
  const image = { ...page, kind: 'image' as const, url: '/media/a-1600.webp' }
  const editedAt = '2027-05-03T10:00:00Z'
  const zine = exampleOpenZine({ pages: [image, image], pageCount: 2, printing: 2, version: 5, editedAt })
  expect(zineData(zine, site, english)).toMatchObject({ version: 2, numberOfPages: 2, dateModified: editedAt })
  expect(zineData({ ...zine, editedAt: null }, site, english)).not.toHaveProperty('dateModified')
  expect(zineData(exampleZine({ pageCount: 2 }), site, english)).not.toHaveProperty('version')
})

const image = { ...page, kind: 'image' as const, url: '/media/a-1600.webp' }

type Names<Type> = Type extends object ? keyof Type : never
type Unknown = Exclude<Names<ReturnType<typeof zineData>>, Names<Book | CreativeWork>>

// Names or values that schema.org does not know fail to compile.
const knowsAllNames: [Unknown] extends [never] ? true : false = true

test('structured data has a zine’s metadata in schema.org terms', () => {
  const zine = exampleOpenZine({
    pages: [{ ...image, altText: 'A shed.' }],
    details: {
      series: 'Plot 14B',
      issue: 'Winter',
      kind: 'how-to',
      languages: ['pt-BR', 'en'],
      year: 1994,
      subjects: ['Gardening'],
      madeIn: 'Recife',
      with: ['Ana'],
      rights: 'cc-by-sa',
    },
    series: { title: 'Plot 14B', slug: 'plot-14b', previous: null, next: null },
  })
  const data: Book | CreativeWork = zineData(zine, site, english)
  expect(knowsAllNames).toBe(true)
  const periodical = `${site}/profile/${zine.creatorId}/series/plot-14b`
  expect(data).toMatchObject({
    genre: ['Zine', 'How-to'],
    inLanguage: ['pt-BR', 'en'],
    dateCreated: '1994',
    about: [{ '@type': 'Thing', name: 'Gardening' }],
    locationCreated: { '@type': 'Place', name: 'Recife' },
    contributor: [{ '@type': 'Person', name: 'Ana' }],
    license: 'https://creativecommons.org/licenses/by-sa/4.0/',
    accessMode: ['visual'],
    accessibilityFeature: ['alternativeText'],
    accessibilitySummary: 'Every page has a description.',
    isPartOf: {
      '@type': 'PublicationIssue',
      issueNumber: 'Winter',
      isPartOf: { '@type': 'Periodical', name: 'Plot 14B', url: periodical },
    },
  })
  expect(zineData({ ...zine, details: { rights: 'anti-copyright' } }, site, english)).toMatchObject({
    copyrightNotice: 'Anti-copyright: copy freely',
    genre: 'Zine',
    isPartOf: { '@type': 'Periodical', url: periodical },
  })
})

test('metadata that a zine lacks is absent from structured data', () => {
  const data = zineData(exampleOpenZine({ pages: [image, { ...image, altText: 'A shed.' }] }), site, english)
  const optionalNames = ['inLanguage', 'about', 'locationCreated', 'dateCreated', 'contributor', 'license', 'isPartOf']
  for (const name of [...optionalNames, 'copyrightNotice', 'accessibilityFeature'])
    expect(data).not.toHaveProperty(name)
})

test('machines are shown nothing that is covered', () => {
  const plain = { ...image, url: '/media/b-1600.webp' }
  const pages = [{ ...image, contentNote: 'Blood' }, plain]
  expect(zineData(exampleOpenZine({ pages }), site, english)).toMatchObject({ image: [`${site}${plain.url}`] })
  const contentNote = { text: 'War', coversPages: true }
  const video = { ...page, kind: 'video' as const, url: '/media/a.mp4', posterUrl: '/media/p-1600.webp' }
  const hiddenData = zineData(exampleOpenZine({ pages: [video], contentNote }), site, english)
  for (const name of ['image', 'video']) expect(hiddenData).not.toHaveProperty(name)
})
