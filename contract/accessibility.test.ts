import { expect, test } from 'vitest'
import { accessibilityOf, type PageTextCounts } from './accessibility.ts'

const pictures: PageTextCounts = { isVideo: false, pages: 8, described: 0, transcribed: 0, captioned: 0, readable: 0 }
const video = { ...pictures, isVideo: true, pages: 1 }

test.each<[Partial<PageTextCounts>, string[], boolean, string]>([
  [{}, [], false, 'The pages are pictures without descriptions.'],
  [{ described: 3, readable: 3 }, [], false, '3 of 8 pages have a description or their words as text.'],
  [{ described: 8, readable: 8 }, ['alternativeText'], true, 'Every page has a description.'],
  [{ transcribed: 8, readable: 8 }, ['transcript'], true, 'The words of every page are available as text.'],
  [{ described: 5, transcribed: 5, readable: 8 }, [], true, 'Every page has a description or its words as text.'],
  [
    { described: 8, transcribed: 8, readable: 8 },
    ['alternativeText', 'transcript'],
    true,
    'Every page has a description and its words as text.',
  ],
])('pages with %o', (counts, feature, isTextual, summary) => {
  expect(accessibilityOf({ ...pictures, ...counts })).toEqual({
    accessMode: ['visual'],
    accessModeSufficient: isTextual ? [['visual'], ['textual']] : [['visual']],
    feature,
    summary,
  })
})

test.each<[Partial<PageTextCounts>, string[], string]>([
  [{ described: 1 }, ['alternativeText'], 'The video has neither captions nor its words as text.'],
  [{ captioned: 1, readable: 1 }, ['captions'], 'The video has captions.'],
  [
    { captioned: 1, transcribed: 1, readable: 1 },
    ['transcript', 'captions'],
    'The words of the video are available as text and as captions.',
  ],
])('a video with %o', (counts, feature, summary) => {
  expect(accessibilityOf({ ...video, ...counts })).toMatchObject({
    accessMode: ['visual', 'auditory'],
    feature,
    summary,
  })
})
