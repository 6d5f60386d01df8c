import { existsSync } from 'node:fs'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import { expect, test } from 'vitest'
import * as limits from '#contract/limits.ts'
import { loadLibrary } from './library.ts'

const { creators, drafts, zines } = loadLibrary()

test('every creator has a zine, and every zine a creator', () => {
  const usernames = creators.map(({ username }) => username)
  expect(new Set(zines.map(({ creator }) => creator))).toEqual(new Set(usernames))
})

test('no two zines share an id', () => {
  expect(new Set(zines.map(({ id }) => id)).size).toBe(zines.length)
})

test('a zine is some pages or one video, and every file of it is there', () => {
  for (const { id, pages, video } of [...zines, ...drafts]) {
    expect(pages.length === 0, id).toBe(video !== undefined)
    for (const { file, altText } of video ? [video] : pages) {
      expect(existsSync(file), file).toBe(true)
      expect(altText, file).not.toBe('')
    }
  }
})

test('a long zine has the words of each page apart', () => {
  const long = zines.filter(({ pages }) => pages.length > limits.zineImages)
  expect(long.map(({ pages, readingDirection }) => [pages.length, readingDirection])).toEqual([
    ...[
      [12, 'rtl'],
      [8, 'ltr'],
    ],
  ])
  for (const { id, pages } of long)
    expect(
      pages.every(({ transcript }) => transcript),
      id,
    ).toBe(true)
})

test('the video zine is a short H.264 film in the ratio it promises', async () => {
  const [zine] = zines.filter(({ video }) => video)
  if (!zine?.video) throw new Error('the library has no video zine')
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(zine.video.file) })
  const track = await input.getPrimaryVideoTrack()
  const [width = 0, height = 1] = zine.aspectRatio.split(':').map(Number)
  expect(track?.codec).toBe('avc')
  expect((track?.displayWidth ?? 0) / (track?.displayHeight ?? 1)).toBeCloseTo(width / height, 3)
  expect(await input.computeDuration()).toBeCloseTo(8, 1)
})
