import { expect, test } from 'vitest'
import { describeProgress, percentSent } from './print-progress.tsx'
import type { PageProgress, UploadStatus } from './send-file.ts'

const page = (status: UploadStatus, sent = 0, kind: PageProgress['kind'] = 'image'): PageProgress => ({
  kind,
  status,
  sent,
})

test('names the page that is on its way and how much of all of them has been sent', () => {
  const pages = [page('ready', 1), page('ready', 1), page('sending', 0.56), page('waiting')]
  expect(describeProgress(pages)).toEqual({ text: 'printing page 3 of 4', percent: 64 })
})

test('names the position in the zine of pages that are added to others', () => {
  const pages = [page('checking', 1), page('waiting')]
  expect(describeProgress(pages, (index) => ({ number: index + 13, count: 14 })).text).toBe('checking page 13 of 14')
})

test('is not at a hundred percent before the server has received every page', () => {
  expect(percentSent([page('ready', 1), page('checking', 1)])).toBe(99)
  expect(percentSent([page('ready', 1), page('ready', 1)])).toBe(100)
  expect(percentSent([])).toBe(0)
})

test.each([
  [[], ''],
  [[page('checking', 1)], 'checking page 1 of 1'],
  [[page('ready', 1), page('paused', 0.5)], 'page 2 of 2 is waiting for a connection'],
  [[page('ready', 1)], 'the page is ready'],
  [[page('ready', 1), page('ready', 1)], 'all 2 pages are ready'],
  [[page('ready', 1, 'video')], 'the video is ready'],
  [[page('sending', 0.2, 'video')], 'printing the video'],
  [[page('failed'), page('ready', 1)], 'page 1 of 2 could not be uploaded'],
  [[page('ready', 1), page('stopped')], 'page 2 of 2 was stopped'],
] satisfies [PageProgress[], string][])('%j reads "%s"', (pages, text) => {
  expect(describeProgress(pages).text).toBe(text)
})
