import { expect, test } from 'vitest'
import type { UploadedMedia } from '#contract/media.ts'
import { ApiError } from '#web/api/call.ts'
import type { Sender } from '../sending/send-file.ts'
import { createChosenPages, PageUploadError } from './chosen-pages.ts'

const media = (url: string): UploadedMedia => ({
  url,
  kind: 'image',
  width: 1,
  height: 1,
  placeholder: null,
  posterUrl: null,
})

/** Pages of these files, whose uploads finish or fail when the test says so. */
function startUploads(...names: string[]) {
  const sent: { name: string; finish: () => void; fail: (cause: unknown) => void; signal: AbortSignal }[] = []
  const senderFor = (file: File): Sender => ({
    send: (signal, report) => {
      report({ status: 'sending', sent: 0.5 })
      return new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        sent.push({ name: file.name, finish: () => resolve(media(file.name)), fail: reject, signal })
      })
    },
  })
  const problems: number[] = []
  const draft = createChosenPages(senderFor, (pageIndex) => problems.push(pageIndex))
  draft.add(names.map((name) => new File(['x'], name, { type: 'image/png' })))
  return { sent, draft, problems }
}

const urls = (items: UploadedMedia[]) => items.map(({ url }) => url).join(' ')

test('pages are sent as soon as they are chosen, two at a time', async () => {
  const { sent, draft } = startUploads('a', 'b', 'c')
  await expect.poll(() => sent).toHaveLength(2)
  expect(draft.read().map(({ status }) => status)).toEqual(['sending', 'sending', 'waiting'])
  sent[0]?.finish()
  await expect.poll(() => sent).toHaveLength(3)
})

test('media are in page order when shared', async () => {
  const { sent, draft } = startUploads('a', 'b')
  draft.move(0, 1)
  const ready = draft.whenReady()
  await expect.poll(() => sent).toHaveLength(2)
  for (const file of sent) file.finish()
  expect(urls(await ready)).toBe('b a')
})

test('a failed page is named, and only that page is sent again', async () => {
  const { sent, draft, problems } = startUploads('a', 'b')
  await expect.poll(() => sent).toHaveLength(2)
  sent[0]?.finish()
  sent[1]?.fail(new Error('the line is dead'))
  await expect.poll(() => draft.read()[1]?.status).toBe('failed')
  expect(problems).toEqual([1])
  expect(draft.read()[1]?.problem).toBe('Failed to process files.')

  const ready = draft.whenReady()
  await expect.poll(() => sent).toHaveLength(3)
  expect(sent[2]?.name).toBe('b')
  sent[2]?.finish()
  expect(urls(await ready)).toBe('a b')
})

test('a file that the server will not have is not sent again', async () => {
  const { sent, draft } = startUploads('a')
  await expect.poll(() => sent).toHaveLength(1)
  const body = { error: 'This image is damaged.', code: 'media_refused', requestId: 'r' }
  sent[0]?.fail(new ApiError(400, '', JSON.stringify(body)))
  await expect.poll(() => draft.read()[0]?.problem).toBe('This image is damaged.')
  await expect(draft.whenReady()).rejects.toBeInstanceOf(PageUploadError)
  expect(sent).toHaveLength(1)
})

test('sharing says which page it failed at', async () => {
  const { sent, draft } = startUploads('a', 'b')
  const ready = draft.whenReady().catch((problem: unknown) => problem)
  await expect.poll(() => sent).toHaveLength(2)
  sent[1]?.fail(new Error('the line is dead'))
  const problem = await ready
  expect(problem).toBeInstanceOf(PageUploadError)
  expect((problem as PageUploadError).pageIndex).toBe(1)
})

test('stopping aborts uploads, keeps finished pages, and is not reported as a problem', async () => {
  const { sent, draft, problems } = startUploads('a', 'b', 'c')
  await expect.poll(() => sent).toHaveLength(2)
  sent[0]?.finish()
  await expect.poll(() => draft.read()[0]?.status).toBe('ready')
  draft.stop()
  await expect.poll(() => draft.read().map(({ status }) => status)).toEqual(['ready', 'stopped', 'stopped'])
  expect(sent[1]?.signal.aborted).toBe(true)
  expect(problems).toEqual([])
})

test('removing a page ends its upload and leaves the others alone', async () => {
  const { sent, draft } = startUploads('a', 'b')
  await expect.poll(() => sent).toHaveLength(2)
  draft.remove(draft.read()[0]?.id ?? '')
  expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, false])
  expect(draft.read()).toHaveLength(1)
})
