import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider, useParams } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { viewerPath } from '#web/accounts/viewer.ts'
import { createQueries } from '#web/api/queries.ts'
import { nothingSaid } from '#web/details/said.ts'
import { examplePageData } from '#web/page/example-page-data.testing.ts'
import { PageDataProvider } from '#web/page/page-data.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { UploadDialog } from './upload-dialog.tsx'

const dialog = page.getByRole('dialog')
const title = dialog.getByLabelText('Title')
const share = dialog.getByRole('button', { name: 'Share' })

afterEach(() => vi.restoreAllMocks())

async function open({ signedIn = true, longZinePages = 40 } = {}) {
  const queries = createQueries()
  const viewer = { id: '1', email: 'wren@moths.example', username: 'wren', profileImageUrl: null }
  queries.setQueryData([viewerPath], { user: signedIn ? viewer : null })
  const onClose = vi.fn()
  const routes = [
    { path: '/', element: <UploadDialog onClose={onClose} /> },
    { path: '/draft/:id', Component: () => <p>on the table of {useParams().id}</p> },
  ]
  await render(
    <PageDataProvider data={{ ...examplePageData, site: { ...examplePageData.site, longZinePages } }}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={createMemoryRouter(routes)} />
      </QueryClientProvider>
    </PageDataProvider>,
  )
  return onClose
}

const dot = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='),
  (letter) => letter.charCodeAt(0),
)
const image = (name: string) => new File([dot], name, { type: 'image/png' })
const images = (count: number) => Array.from({ length: count }, (_, n) => image(`${n + 1}.png`))
const video = (name: string) => new File(['moth'], name, { type: 'video/mp4' })
const choose = (...files: File[]) => dialog.getByLabelText('Choose files').upload(files)

test('what cannot be a zine is refused in words, and nothing of it is taken', async () => {
  await open()
  await choose(video('a.mp4'), image('b.png'))
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('You can only upload one video at a time.')
  await expect.element(dialog.getByLabelText('Choose files')).toBeInTheDocument()
})

test('a sixth image is refused when it is added later, and the five stay', async () => {
  await open()
  await choose(...images(4))
  await dialog.getByLabelText('Add more images').upload(images(2))
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('You can upload up to 5 images total.')
  await dialog.getByLabelText('Add more images').upload(images(1))
  await expect.element(dialog.getByText('page 5 of 5, up to 5')).toBeVisible()
  await expect.element(dialog.getByLabelText('Add more images')).not.toBeInTheDocument()
})

test('sharing says what is needed, each time, and gives focus to the first thing that is', async () => {
  await open()
  await title.fill('  ')
  await share.click()
  await expect.element(dialog.getByLabelText('Choose files')).toHaveFocus()
  await expect.element(dialog.getByLabelText('Choose files')).toBeInvalid()
  await choose(image('a.png'))
  await share.click()
  await expect.element(title).toHaveFocus()
  await share.click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Please fill in all required fields and select at least one file.')
  await expect.element(title).toHaveFocus()
  await expect.element(title).toBeInvalid()
  await title.fill('Moths')
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
})

test('without a session nothing is shared', async () => {
  const fetch = vi.spyOn(window, 'fetch')
  await open({ signedIn: false })
  await choose(image('a.png'))
  await title.fill('Moths')
  await share.click()
  await expect
    .element(dialog.getByText('Please fill in all required fields and select at least one file.'))
    .toBeVisible()
  expect(fetch.mock.calls.filter(([path]) => path === '/api/zines')).toEqual([])
})

test('pages are put in order with the keyboard, and their words go with them', async () => {
  await open()
  await choose(...images(3))
  await dialog.getByRole('button', { name: /^Page 3/ }).click()
  await dialog.getByLabelText(/^What page 3 shows/).fill('The last moth')
  const earlier = () => dialog.getByRole('button', { name: /^Move page \d earlier$/ })
  ;(earlier().element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(dialog.getByLabelText(/^What page 1 shows/)).toHaveValue('The last moth')
  await expect.element(dialog.getByText('Page 2 is now page 1.')).toBeInTheDocument()
  await expect.element(earlier()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByLabelText(/^What page 1 shows/)).toHaveValue('The last moth')
})

test('looking through the pages wraps around', async () => {
  await open()
  await choose(...images(2))
  const counter = dialog.getByText(/^page \d of 2, up to 5$/)
  await expect.element(counter).toHaveTextContent('page 1 of 2, up to 5')
  await dialog.getByRole('button', { name: 'Previous page' }).click()
  await expect.element(counter).toHaveTextContent('page 2 of 2, up to 5')
  await dialog.getByRole('button', { name: 'Next page' }).click()
  await expect.element(counter).toHaveTextContent('page 1 of 2, up to 5')
})

test('focus is on the page that is shown, and without pages where files are asked for', async () => {
  await open()
  const field = dialog.getByLabelText('Choose files')
  await expect.element(field).toBeInTheDocument()
  field.element().focus()
  await choose(...images(2))
  await expect.element(dialog.getByRole('button', { name: 'Page 1', exact: true })).toHaveFocus()
  const remove = dialog.getByRole('button', { name: 'Remove page 1' })
  await remove.click()
  await expect.element(dialog.getByText('page 1 of 1, up to 5')).toBeVisible()
  await expect.element(remove).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveFocus()
})

test('a video comes without an order and without more files', async () => {
  await open()
  await choose(video('moth.mp4'))
  await expect.element(dialog.getByLabelText(/^What the video shows/)).toBeVisible()
  await expect.element(dialog.getByLabelText('Add more images')).not.toBeInTheDocument()
  await expect.element(dialog.getByRole('button', { name: 'Remove the video' })).toBeVisible()
})

test.each([
  [0, '1:1'],
  [0.5, '4:5'],
  [0.99, '9:16'],
])('the paper is chosen at random: %d gives %s', async (chance, ratio) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance)
  await open()
  await expect.element(dialog.getByRole('radio', { name: ratio })).toBeChecked()
})

test('closing an untouched dialog asks nothing', async () => {
  const onClose = await open()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('closing over something typed asks first, and keeping on keeps it', async () => {
  const onClose = await open()
  await title.fill('Moths')
  await dialog.getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(title).toHaveValue('Moths')
  expect(onClose).not.toHaveBeenCalled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Throw away' }).click()
  expect(onClose).toHaveBeenCalledOnce()
})

const offer = dialog.getByText('More pages, or a PDF? Lay it out instead.')
const pdf = new File(['x'], 'zine.pdf', { type: 'application/pdf' })

test.each([
  ['a sixth image', images(6)],
  ['a PDF', [pdf]],
])('%s is refused with an offer to lay it out, which goes to a draft of what is there', async (_, files) => {
  const asked: unknown[] = []
  vi.spyOn(window, 'fetch').mockImplementation(async (path, init) => {
    asked.push([path, JSON.parse(String(init?.body))])
    return Response.json({ draft: { id: 'd1' } }, { status: 201 })
  })
  const onClose = await open()
  await choose(...files)
  await title.fill('Moths')
  await dialog.getByText('9:16').click()
  await expect.element(offer).toBeVisible()
  await dialog.getByRole('button', { name: 'Lay it out instead.' }).click()
  await expect.element(page.getByText('on the table of d1')).toBeVisible()
  const content = {
    title: 'Moths',
    description: '',
    aspectRatio: '9:16',
    readingDirection: 'ltr',
    mayPrint: false,
    ...nothingSaid,
    pages: [],
  }
  expect(asked).toEqual([['/api/drafts', { content }]])
  expect(onClose).toHaveBeenCalledOnce()
})

test('what is refused for another reason is not offered to be laid out', async () => {
  await open()
  await choose(video('a.mp4'), video('b.mp4'))
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await expect.element(offer).not.toBeInTheDocument()
})

test('where no zine is longer, nothing is offered', async () => {
  await open({ longZinePages: 5 })
  await choose(...images(6))
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('You can upload up to 5 images or 1 video.')
  await choose(pdf)
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Please select image or video files only.')
})

test('a draft that could not be begun says so, and what is in the dialog stays', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({ error: 'Your table is full.', code: 'quota_reached', requestId: 'r' }, { status: 403 }),
  )
  const onClose = await open()
  await title.fill('Moths')
  await choose(...images(6))
  await dialog.getByRole('button', { name: 'Lay it out instead.' }).click()
  await expect.poll(readToast).toMatchObject({ title: 'Error', description: 'Your table is full.' })
  await expect.element(title).toHaveValue('Moths')
  await expect.element(share).toBeEnabled()
  expect(onClose).not.toHaveBeenCalled()
})

test('the words on a page are folded away, and go with their page', async () => {
  await open()
  await choose(...images(2))
  const words = dialog.getByRole('textbox', { name: /^Words on page/ })
  await expect.element(words).not.toBeInTheDocument()
  await dialog.getByText('Words on this page').click()
  await words.fill('Mind the lamp')
  await expect.element(words).toHaveAttribute('maxlength', '4000')
  await dialog.getByRole('button', { name: 'Next page' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Words on page 2' })).toHaveValue('')
  await dialog.getByRole('button', { name: 'Next page' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Words on page 1' })).toHaveValue('Mind the lamp')
})

test('readers may print what its maker lets them; a video nobody prints', async () => {
  await open()
  const mayPrint = dialog.getByRole('checkbox', { name: 'Readers may print and fold this zine.' })
  await expect.element(mayPrint).not.toBeChecked()
  await mayPrint.click()
  await expect.element(mayPrint).toBeChecked()
  await choose(video('moth.mp4'))
  await expect.element(mayPrint).not.toBeInTheDocument()
})
