import { expect, test } from 'vitest'
import type { Zine } from '#contract/zines.ts'
import { examplePage, exampleZine } from './example-zine.testing.ts'
import { formatOf, placeholderOf, ratioOf } from './zine-media.ts'

const a5 = examplePage({ width: 1480, height: 2100, placeholder: 'data:image/webp;base64,AAAA' })

test('a page is as large as its picture, or as the paper of its zine', () => {
  expect(ratioOf(a5, exampleZine())).toBe(1480 / 2100)
  expect(ratioOf(a5, exampleZine({ paper: 'a-size' }))).toBe(1480 / 2100)
  expect(ratioOf(a5, exampleZine({ paper: '9:16' }))).toBe(9 / 16)
  expect(ratioOf({ ...a5, width: 2100, height: 1480 }, exampleZine({ paper: '9:16' }))).toBe(16 / 9)
})

test('a placeholder is only behind a picture that covers it', () => {
  expect(placeholderOf(a5, exampleZine())).toBe(a5.placeholder)
  expect(placeholderOf(a5, exampleZine({ paper: 'a-size' }))).toBe(a5.placeholder)
  expect(placeholderOf(a5, exampleZine({ paper: 'square' }))).toBeNull()
})

test('a video is as large as it is, on no paper', () => {
  const video = examplePage({ kind: 'video', width: 1920, height: 1080 })
  const zine = exampleZine({ paper: 'square' })
  expect([formatOf(video, zine), ratioOf(video, zine)]).toEqual(['pictures', 1920 / 1080])
})

test('a zine saved offline before papers existed has that of its pictures', () => {
  const { paper: _, ...saved } = exampleZine()
  expect(ratioOf(a5, saved as Zine)).toBe(1480 / 2100)
})

test('a picture of unknown size has the aspect ratio of its zine', () => {
  const bare = examplePage({ width: null, height: null })
  expect(ratioOf(bare, exampleZine({ aspectRatio: '9:16' }))).toBe(9 / 16)
})
