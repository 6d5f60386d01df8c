import { expect, test } from 'vitest'
import { exampleOpenZine, exampleZine } from './example-zine.testing.ts'
import { zineData } from './zine-data.ts'

const site = 'https://foldout.example'
const page = {
  width: 100,
  height: 100,
  placeholder: null,
  altText: '',
  posterUrl: null,
  transcript: '',
  printWidth: null,
}

test('machines are told of every page of a zine, at its whole address', () => {
  const zine = {
    ...exampleZine({ title: 'Plot 14B' }),
    pages: [
      { ...page, kind: 'image' as const, url: '/media/a-1600.webp' },
      { ...page, kind: 'image' as const, url: '/media/b-1600.webp' },
    ],
  }
  expect(zineData(zine, site)).toMatchObject({
    '@type': 'CreativeWork',
    name: 'Plot 14B',
    url: `${site}/zine/${zine.id}`,
    image: [`${site}/media/a-1600.webp`, `${site}/media/b-1600.webp`],
    author: { '@type': 'Person', url: `${site}/profile/${zine.creatorId}` },
  })
})

test('a video is told of with its poster', () => {
  const video = { ...page, kind: 'video' as const, url: '/media/a.mp4', posterUrl: '/media/p-1600.webp' }
  expect(zineData(exampleOpenZine({ pages: [video] }), site)).toMatchObject({
    image: [`${site}/media/p-1600.webp`],
    video: {
      '@type': 'VideoObject',
      contentUrl: `${site}/media/a.mp4`,
      thumbnailUrl: `${site}/media/p-1600.webp`,
    },
  })
})

test('machines are told how many pages there are, which printing it is, and when it was changed', () => {
  const image = { ...page, kind: 'image' as const, url: '/media/a-1600.webp' }
  const editedAt = '2027-05-03T10:00:00Z'
  const zine = exampleOpenZine({ pages: [image, image], pageCount: 2, printing: 2, version: 5, editedAt })
  expect(zineData(zine, site)).toMatchObject({ version: 2, numberOfPages: 2, dateModified: editedAt })
  expect(zineData({ ...zine, editedAt: null }, site)).not.toHaveProperty('dateModified')
  expect(zineData(exampleZine({ pageCount: 2 }), site)).not.toHaveProperty('version')
})
