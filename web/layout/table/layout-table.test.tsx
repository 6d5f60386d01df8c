import { Upload } from 'tus-js-client'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, fakeServer } from '#web/site/site.testing.tsx'
import { dot } from '#web/zines/example-zine.testing.ts'
import { examplePages } from './example-pages.testing.ts'
import { openTable, stripPage } from './layout-table.testing.tsx'

const shows = (n: number) => page.getByLabelText(new RegExp(`^What page ${n} shows`))

const uploadUrl = `/api/uploads/${'a'.repeat(32)}`
const mediaPath = `${uploadUrl}/media`
const server = fakeServer({})

afterEach(() => vi.restoreAllMocks())

const finishUploads = () =>
  vi.spyOn(Upload.prototype, 'start').mockImplementation(function (this: Upload) {
    this.url = uploadUrl
    this.options.onSuccess?.({} as never)
  })

test('a replaced picture keeps the texts and the position of its page, also if they change meanwhile', async () => {
  finishUploads()
  const [one, two, three, other] = examplePages(4).map((each) => ({ ...each, transcript: 'Lamps' }))
  const table = await openTable({ pages: [one, two, three].filter((each) => each !== undefined) }, { maxPages: 3 })
  const respond = server.hold(mediaPath)
  await stripPage(2).click()
  await page.getByLabelText('Replace page 2').upload(picture('a.png'))
  await expectVisible('page 2 of 3 (limit: 3)')
  await button('Move page 2 later').click()
  await shows(3).fill('A moth')
  const media = { url: other?.url, width: 30, height: 40, placeholder: 'x' }
  respond({ ...media, kind: 'image', posterUrl: null })
  await expect.poll(() => table.current().pages).toEqual([one, three, { ...two, altText: 'A moth', ...media }])
  await expect.element(shows(3)).toHaveFocus()
})

test('a page whose picture could not be replaced keeps it, and can be removed with the upload', async () => {
  finishUploads()
  server.responses[mediaPath] = errorResponse('media_refused', 'This picture is damaged.')
  const table = await openTable({ pages: examplePages(3) })
  await page.getByLabelText('Replace page 1').upload(picture('a.png'))
  await expectVisible('Page 1, a.png: This picture is damaged.')
  await expectVisible(button('Page 1, upload failed'))
  await button('Take out a.png').click()
  await expectVisible(stripPage(1))
  expect(table.current().pages).toEqual(examplePages(3))
  await page.getByLabelText('Replace page 1').upload(picture('b.png'))
  await expectVisible('Page 1, b.png: This picture is damaged.')
  await button('Remove page 1').click()
  await expectGone(button('Take out b.png'))
  expect(table.altTexts()).toEqual(['Moth 2', 'Moth 3'])
})

test('a page is moved to a chosen position, also with the keyboard', async () => {
  const table = await openTable({ pages: examplePages(12) })
  await stripPage(11).click()
  await button('Move to page').click()
  await page.getByRole('menuitem', { name: '2', exact: true }).click()
  await expect.element(page.getByText('Page 11 is now page 2.')).toBeInTheDocument()
  expect(table.altTexts().slice(0, 3)).toEqual(['Moth 1', 'Moth 11', 'Moth 2'])
  await expect.element(shows(2)).toHaveValue('Moth 11')
  await expect.element(button('Move to page')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: '1', exact: true })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(shows(1)).toHaveValue('Moth 11')
})

test('a page is dragged with the mouse, in one step', async () => {
  const table = await openTable({ pages: examplePages(5) })
  await stripPage(1).dropTo(stripPage(4))
  expect(table.altTexts()).toEqual(['Moth 2', 'Moth 3', 'Moth 4', 'Moth 1', 'Moth 5'])
  expect(table.changes()).toBe(1)
  await expect.element(shows(4)).toBeVisible()
})

test('a removed page is restored with its texts', async () => {
  const table = await openTable({ pages: examplePages(3) })
  await stripPage(2).click()
  await page.getByRole('button', { name: 'Remove page 2' }).click()
  expect(table.altTexts()).toEqual(['Moth 1', 'Moth 3'])
  await page.getByRole('button', { name: 'Put it back' }).click()
  expect(table.altTexts()).toEqual(['Moth 1', 'Moth 2', 'Moth 3'])
  await expect.element(shows(2)).toHaveValue('Moth 2')
})

test('after a removal, the page that took the place is current, or the last', async () => {
  const table = await openTable({ pages: examplePages(4) })
  await stripPage(2).click()
  await button('Remove page 2').click()
  await expect.element(shows(2)).toHaveValue('Moth 3')
  await button('Remove page 2').click()
  await expect.element(shows(2)).toHaveValue('Moth 4')
  await button('Remove page 2').click()
  await expect.element(shows(1)).toHaveValue('Moth 1')
  expect(table.altTexts()).toEqual(['Moth 1'])
})

test.each([
  ['moving', () => button('Move page 1 later').click()],
  ['describing', () => shows(1).fill('A moth')],
  ['adding', () => page.getByLabelText('Add images').upload(picture('a.png'))],
])('%s a page dismisses the notice about a removed one', async (_, act) => {
  await openTable({ pages: examplePages(3) })
  await button('Remove page 1').click()
  await stripPage(2).click()
  await stripPage(1).click()
  await expectVisible(page.getByText('Page 1 was removed.').first())
  await act()
  await expectGone(button('Put it back'))
})

test('without space, nothing is restored', async () => {
  const pages = examplePages(3)
  await openTable({ pages }, { maxPages: 3 })
  await page.getByRole('button', { name: 'Remove page 1' }).click()
  await expectVisible(page.getByRole('button', { name: 'Put it back' }))
  await page.getByLabelText('Add images').upload(picture('a.png'))
  await expectVisible(/^page \d of 3 \(limit: 3\)$/)
  await expectGone(page.getByRole('button', { name: 'Put it back' }))
})

test('text from a PDF asks to be checked until a reviewer has done so', async () => {
  const [first, second] = examplePages(2).map((each) => ({
    ...each,
    transcript: 'Moths',
    isFromDocument: true,
  }))
  const table = await openTable({ pages: [first, second].filter((each) => each !== undefined) })
  const checkNotice = page.getByText('Taken from your PDF. Please check it.')
  await expectVisible(checkNotice)
  await page.getByLabelText(/^Words on this page/).fill('Moths.')
  await expectGone(checkNotice)
  await stripPage(2).click()
  await page.getByRole('button', { name: 'Text is correct' }).click()
  expect(table.current().pages.map(({ isFromDocument }) => isFromDocument)).toEqual([false, false])
})

/** Where the words themselves are, without the space around them. */
function wordsOf(element: Element) {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect()
}

const picture = (name: string) => new File(['x'], name, { type: 'image/png' })

test.each([
  [
    'more pages than a zine can have',
    [picture('a.png'), picture('b.png')],
    'A zine can have up to 4 pages. These would make 5.',
  ],
  [
    'a video',
    [new File(['x'], 'a.mp4', { type: 'video/mp4' })],
    'A video has to be published as its own zine. Pages here are images.',
  ],
  [
    'a PDF where none is offered',
    [new File(['x'], 'a.pdf', { type: 'application/pdf' })],
    'Please select image files only.',
  ],
])('%s is rejected with a message, and nothing of it is used', async (_, files, message) => {
  await openTable({ pages: examplePages(3) }, { maxPages: 4 })
  await page.getByLabelText('Add images').upload(files)
  await expect.element(page.getByRole('alert')).toHaveTextContent(message)
  await expectVisible('page 1 of 3 (limit: 4)')
})

test('a dropped PDF is added as a PDF', async () => {
  const onPdf = vi.fn()
  await openTable({}, { onPdf })
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['%PDF'], 'moths.pdf', { type: 'application/pdf' }))
  window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }))
  await vi.waitFor(() => expect(onPdf).toHaveBeenCalledOnce())
})

test.each([
  ['ltr', 'As it will be folded'],
  ['rtl', 'As it will be folded, from right to left'],
] as const)(
  'folded, read %s, the pages stay in reading order for the ear, each above its label',
  async (readingDirection, name) => {
    await openTable({ pages: examplePages(4), readingDirection })
    await page.getByRole('button', { name: 'As folded' }).click()
    const zine = page.getByRole('list', { name, exact: true })
    const pages = zine.getByRole('button').elements()
    expect(pages.map((each) => each.getAttribute('aria-label'))).toEqual(['Page 1', 'Page 2', 'Page 3', 'Page 4'])
    const [, second, third] = pages.map((each) => each.getBoundingClientRect().left)
    expect((second ?? 0) < (third ?? 0)).toBe(readingDirection === 'ltr')
    for (const [index, label] of ['Cover', 'Page 2', 'Page 3', 'Back'].entries()) {
      const { left, right } = wordsOf(zine.getByText(label, { exact: true }).element())
      const own = pages[index]?.getBoundingClientRect()
      expect([left > (own?.left ?? 0), right < (own?.right ?? 0)], label).toEqual([true, true])
    }
  },
)

test('the zine’s metadata is edited beside its pages', async () => {
  const table = await openTable({})
  await page.getByLabelText('Title').fill('Moths')
  await page.getByLabelText(/^Description/).fill('Eleven of them.')
  await page.getByRole('radio', { name: 'Half-letter' }).click({ force: true })
  await page.getByRole('radio', { name: 'Right to left' }).click({ force: true })
  await page.getByRole('checkbox', { name: 'Readers may print and fold this zine.' }).click()
  expect(table.current()).toMatchObject({
    title: 'Moths',
    description: 'Eleven of them.',
    paper: 'half-letter',
    readingDirection: 'rtl',
    mayPrint: true,
  })
})

test('pages are shown on the paper, one by one and as folded', async () => {
  const pages = examplePages(4).map((example) => ({ ...example, url: dot, width: 1480, height: 2100 }))
  await openTable({ pages })
  const ratioOf = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width / height
  }
  const pick = (name: string) => page.getByText(name, { exact: true }).click()
  const shown = page.getByRole('img', { name: 'Moth 1', exact: true })
  await expectVisible(page.getByRole('radio', { name: 'Same as the images: A-size', checked: true }))
  await pick('9:16')
  await expect.poll(() => ratioOf(shown.first().element())).toBeCloseTo(9 / 16, 2)
  await pick('Square')
  await expect.poll(() => ratioOf(shown.first().element())).toBeCloseTo(1, 2)
  await page.getByRole('button', { name: 'As folded' }).click()
  const cover = page.getByRole('list', { name: 'As it will be folded' }).getByRole('button', { name: 'Page 1' })
  await expect.poll(() => ratioOf(cover.element())).toBeCloseTo(1, 2)
  await pick('Same as the images: A-size')
  await expect.poll(() => ratioOf(cover.element())).toBeCloseTo(Math.SQRT1_2, 2)
})
