import { Upload } from 'tus-js-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Draft } from '#contract/drafts.ts'
import { button, cleanUpEditor, expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, memberServer, openSite } from '#web/site/site.testing.tsx'
import { Page } from '../draft-page.tsx'
import { blankContent } from './content.ts'
import { examplePages } from './example-pages.testing.ts'
import { openTable, stripPage } from './layout-table.testing.tsx'

const id = '0199a0b2-0000-7000-8000-0000000000d1'
const draft: Draft = {
  id,
  zineId: id,
  projectId: null,
  version: 3,
  publishAt: null,
  refusal: null,
  content: { ...blankContent, title: 'Eleven Moths', placed: {} },
  createdAt: '2026-11-01T20:00:00Z',
  updatedAt: '2026-11-20T20:00:00Z',
}
const server = memberServer({
  [`GET /api/drafts/${id}`]: { draft },
  [`/api/drafts/${id}/documents`]: { documents: [] },
})
cleanUpEditor()

const numberOf = (name: string) => Number(/\d+/.exec(name)?.[0])
const urlOf = (n: number) => `/media/${n.toString(16).padStart(32, '0')}-1600.webp`
const mediaPath = (n: number) => `/api/uploads/${n.toString().padStart(32, '0')}/media`

beforeEach(() => {
  vi.spyOn(Upload.prototype, 'start').mockImplementation(function (this: Upload) {
    this.url = mediaPath(numberOf((this.file as File).name)).replace('/media', '')
    this.options.onSuccess?.({} as never)
  })
  for (let n = 1; n <= 12; n++)
    server.responses[mediaPath(n)] = {
      kind: 'image',
      posterUrl: null,
      width: 800,
      height: 1000,
      placeholder: null,
      url: urlOf(n),
    }
})
afterEach(() => vi.restoreAllMocks())

const picture = (n: number) => new File([`${n}`], `p${n}.png`, { type: 'image/png' })
const numbersOf = (pages: readonly { url: string }[]) =>
  pages.map(({ url }) => Number.parseInt(/media\/(\w+)-/.exec(url)?.[1] ?? '', 16))
const shownNumbers = () =>
  numbersOf(
    [...document.querySelectorAll<HTMLImageElement>('ol[aria-label="Pages in order"] img')].map((image) => ({
      url: image.getAttribute('src') ?? '',
    })),
  )
const sortedNotice = page.getByText('These pages were sorted by name.')

test('images chosen together are sorted by name, and one undo restores the chosen order', async () => {
  await openSite({ at: `/draft/${id}`, routes: [{ path: '/draft/:id', Component: Page }] })
  await page.getByLabelText('Choose images').upload([picture(10), picture(3), picture(1), picture(2)])
  await expect.poll(shownNumbers).toEqual([1, 2, 3, 10])
  await expectVisible(sortedNotice)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.poll(shownNumbers).toEqual([10, 3, 1, 2])
  await userEvent.keyboard('{Control>}y{/Control}')
  await expect.poll(shownNumbers).toEqual([1, 2, 3, 10])
})

test('a button restores the chosen order and sorts again, and keeps focus', async () => {
  const table = await openTable({ pages: examplePages(2) })
  await page.getByLabelText('Add images').upload([picture(12), picture(3), picture(11)])
  await expect.poll(() => numbersOf(table.current().pages)).toEqual([1, 2, 3, 11, 12])
  await button('Keep the order I chose').click()
  expect(numbersOf(table.current().pages)).toEqual([1, 2, 12, 3, 11])
  await expect.element(button('Sort by name')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(numbersOf(table.current().pages)).toEqual([1, 2, 3, 11, 12])
  await stripPage(3).click()
  await button('Move page 3 later').click()
  await expectGone(sortedNotice)
  await expectGone(button('Sort by name'))
})

test('images in the order of their names are added without a notice', async () => {
  const table = await openTable({})
  await page.getByLabelText('Choose images').upload([picture(2), picture(10)])
  await expect.poll(() => numbersOf(table.current().pages)).toEqual([2, 10])
  await expectGone(sortedNotice)
})

test('pages that were moved during the upload stay where they are', async () => {
  const table = await openTable({})
  const respond = server.hold(mediaPath(3))
  await page.getByLabelText('Choose images').upload([picture(3), picture(1), picture(2)])
  await expect.poll(() => numbersOf(table.current().pages)).toEqual([1, 2])
  await button('Move page 1 later').click()
  respond({ kind: 'image', posterUrl: null, width: 800, height: 1000, placeholder: null, url: urlOf(3) })
  await expect.poll(() => numbersOf(table.current().pages)).toEqual([2, 1, 3])
  await expectGone(sortedNotice)
})

test('an image that cannot be uploaded does not prevent the sorting of the others', async () => {
  server.responses[mediaPath(2)] = errorResponse('media_refused', 'This image is damaged.')
  const table = await openTable({})
  await page.getByLabelText('Choose images').upload([picture(3), picture(2), picture(1)])
  await expectVisible('Page 2, p2.png: This image is damaged.')
  await button('Keep the order I chose').click()
  expect(numbersOf(table.current().pages)).toEqual([3, 1])
})

test('good images are added, and the other files are named', async () => {
  const table = await openTable({})
  const text = new File(['x'], 'notes.txt', { type: 'text/plain' })
  const photo = new File(['x'], 'IMG_1.HEIC', { type: 'image/heic' })
  await page.getByLabelText('Choose images').upload([text, picture(2), photo, picture(1)])
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'Not added: notes.txt. Please select image files only. Not added: IMG_1.HEIC. Few browsers support HEIC. Save the photo as JPEG and try again.',
    )
  await expect.poll(() => numbersOf(table.current().pages)).toEqual([1, 2])
})

test('a PDF among images is added as a PDF, and a second one is reported', async () => {
  const onPdf = vi.fn()
  const table = await openTable({}, { onPdf })
  const pdf = (name: string) => new File(['%PDF'], name, { type: 'application/pdf' })
  const dataTransfer = new DataTransfer()
  for (const file of [pdf('a.pdf'), picture(1), pdf('b.pdf')]) dataTransfer.items.add(file)
  window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
  await expect.element(page.getByRole('alert')).toHaveTextContent('Not added: b.pdf. Add one PDF at a time.')
  expect(onPdf.mock.calls.map(([file]) => file.name)).toEqual(['a.pdf'])
  await expect.poll(() => numbersOf(table.current().pages)).toEqual([1])
})
