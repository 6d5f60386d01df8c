import { useParams } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { emptyMetadata } from '#web/details/zine-metadata.ts'
import { draftId, exampleOpenDraft } from '#web/drafts/example-draft.testing.ts'
import { examplePageData } from '#web/page-data/example-page-data.testing.ts'
import { expectGone, expectToast, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, fakeServer, member, renderInSite } from '#web/site/site.testing.tsx'
import { UploadDialog } from './upload-dialog.tsx'

const server = fakeServer({})
const dialog = page.getByRole('dialog')
const title = dialog.getByLabelText('Title')
const share = dialog.getByRole('button', { name: 'Share' })

afterEach(() => vi.restoreAllMocks())

async function openDialog({ viewer = member as typeof member | null, longZinePages = 40 } = {}) {
  const onClose = vi.fn()
  const OnTable = () => <p>on the table of {useParams().id}</p>
  await renderInSite(<UploadDialog onClose={onClose} />, {
    viewer,
    data: { ...examplePageData, site: { ...examplePageData.site, longZinePages } },
    routes: [{ path: '/draft/:id', Component: OnTable }],
  })
  return onClose
}

const dot = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='),
  (character) => character.charCodeAt(0),
)
const image = (name: string) => new File([dot], name, { type: 'image/png' })
const images = (count: number) => Array.from({ length: count }, (_, n) => image(`${n + 1}.png`))
const video = (name: string) => new File(['moth'], name, { type: 'video/mp4' })
const chooseFiles = (...files: File[]) => dialog.getByLabelText('Choose files').upload(files)

test('a sixth image is rejected when added later, and the five stay', async () => {
  await openDialog()
  await chooseFiles(...images(4))
  await dialog.getByLabelText('Add more images').upload(images(2))
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('You can upload up to 5 images total.')
  await dialog.getByLabelText('Add more images').upload(images(1))
  await expectVisible(dialog.getByText('page 5 of 5 (limit: 5)'))
  await expectGone(dialog.getByLabelText('Add more images'))
})

test('sharing reports missing values each time, and moves focus to the first one', async () => {
  await openDialog()
  await title.fill('  ')
  await share.click()
  await expect.element(dialog.getByLabelText('Choose files')).toHaveFocus()
  await expect.element(dialog.getByLabelText('Choose files')).toBeInvalid()
  await chooseFiles(image('a.png'))
  await share.click()
  await expect.element(title).toHaveFocus()
  await share.click()
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Please fill in all required fields and select at least one file.')
  await expect.element(title).toHaveFocus()
  await expect.element(title).toBeInvalid()
  await title.fill('Moths')
  await expectGone(dialog.getByRole('alert'))
})

test('without a session nothing is shared', async () => {
  await openDialog({ viewer: null })
  await chooseFiles(image('a.png'))
  await title.fill('Moths')
  await share.click()
  await expectVisible(dialog.getByText('Please fill in all required fields and select at least one file.'))
  expect(server.calls('/api/zines')).toBe(0)
})

test('pages are reordered with the keyboard, and their texts move with them', async () => {
  await openDialog()
  await chooseFiles(...images(3))
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

test('focus is on the shown page, and without pages on the file button', async () => {
  await openDialog()
  const field = dialog.getByLabelText('Choose files')
  await expect.element(field).toBeInTheDocument()
  field.element().focus()
  await chooseFiles(...images(2))
  await expect.element(dialog.getByRole('button', { name: /^Page 1/ })).toHaveFocus()
  const remove = dialog.getByRole('button', { name: 'Remove page 1' })
  await remove.click()
  await expectVisible(dialog.getByText('page 1 of 1 (limit: 5)'))
  await expect.element(remove).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveFocus()
})

test('a video has no page order, no more files and no print option', async () => {
  await openDialog()
  const printCheckbox = dialog.getByRole('checkbox', { name: 'Readers may print and fold this zine.' })
  await expect.element(printCheckbox).not.toBeChecked()
  await chooseFiles(video('moth.mp4'))
  await expectVisible(dialog.getByLabelText(/^What the video shows/))
  await expectGone(dialog.getByLabelText('Add more images'))
  await expectVisible(dialog.getByRole('button', { name: 'Remove the video' }))
  await expectGone(printCheckbox)
})

const paper = (name: string) => dialog.getByRole('radio', { name: new RegExp(`^${name}`) })
const pagePicture = (n: number) => dialog.getByRole('img', { name: `Page ${n}`, exact: true })

test.each([
  [0, 'Square'],
  [0.5, '4:5'],
  [0.99, '9:16'],
])('the paper is chosen at random: %d gives %s', async (chance, name) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance)
  await openDialog()
  await expect.element(paper(name)).toBeChecked()
})

test('the paper follows the pictures as long as there are any', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.99)
  await openDialog()
  await chooseFiles(...images(1))
  await expect.element(paper('Same as the images')).toBeChecked()
  await dialog.getByRole('button', { name: 'Remove page 1' }).click()
  await expect.element(paper('9:16')).toBeChecked()
})

test('a picked paper stays, and pages are shown on it whole', async () => {
  await openDialog()
  await dialog.getByText('Half-letter').click()
  await chooseFiles(...images(2))
  await expect.element(paper('Half-letter')).toBeChecked()
  const ratio = () => {
    const { width, height } = pagePicture(1).element().getBoundingClientRect()
    return width / height
  }
  await expect.poll(ratio).toBeCloseTo(5.5 / 8.5, 1)
  expect(getComputedStyle(pagePicture(1).element()).objectFit).toBe('contain')
  await dialog.getByText('Square').click()
  await expect.poll(ratio).toBeCloseTo(1, 2)
  await dialog.getByText('Same as the images').click()
  await expect.element(paper('Same as the images')).toBeChecked()
})

test('a video has no paper', async () => {
  await openDialog()
  await dialog.getByText('Square').click()
  await chooseFiles(video('moth.mp4'))
  await expectGone(dialog.getByRole('group', { name: 'Paper' }))
})

test('closing asks only if there is input, and Keep editing keeps it', async () => {
  const onClose = await openDialog()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
  onClose.mockClear()
  await title.fill('Moths')
  await dialog.getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(title).toHaveValue('Moths')
  expect(onClose).not.toHaveBeenCalled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  expect(onClose).toHaveBeenCalledOnce()
})

const offer = dialog.getByText('More pages, a PDF, or just words? Lay it out instead.')
const pdf = new File(['x'], 'zine.pdf', { type: 'application/pdf' })

test.each([
  ['a sixth image', images(6)],
  ['a PDF', [pdf]],
])('%s is rejected with an offer to use the layout table, which moves everything to a draft', async (_, files) => {
  server.responses['/api/drafts'] = { draft: exampleOpenDraft() }
  const onClose = await openDialog()
  await chooseFiles(...files)
  await title.fill('Moths')
  // The dialog may have started with either.
  await dialog.getByText('Square').click()
  await dialog.getByText('9:16').click()
  await expectVisible(offer)
  await dialog.getByRole('button', { name: 'Lay it out instead.' }).click()
  await expectVisible(`on the table of ${draftId}`)
  const content = {
    title: 'Moths',
    description: '',
    aspectRatio: '9:16',
    paper: '9:16',
    readingDirection: 'ltr',
    mayPrint: false,
    ...emptyMetadata,
    pages: [],
  }
  expect(server.writes()).toEqual([{ method: 'POST', path: '/api/drafts', body: { content } }])
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ['a video with an image', [video('a.mp4'), image('b.png')], 40, 'You can only upload one video at a time.'],
  ['a sixth image, where no zine is longer', images(6), 5, 'You can upload up to 5 images or 1 video.'],
  ['a PDF, where no zine is longer', [pdf], 5, 'Please select image or video files only.'],
])(
  '%s is rejected with a message, without an offer to use the layout table',
  async (_, files, longZinePages, message) => {
    await openDialog({ longZinePages })
    await chooseFiles(...files)
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(message)
    await expect.element(dialog.getByLabelText('Choose files')).toBeInTheDocument()
    await expectGone(offer)
  },
)

test('a draft that could not be created says so, and the dialog keeps its content', async () => {
  server.responses['/api/drafts'] = errorResponse('quota_reached', 'Your table is full.')
  const onClose = await openDialog()
  await title.fill('Moths')
  await chooseFiles(...images(6))
  await dialog.getByRole('button', { name: 'Lay it out instead.' }).click()
  await expectToast({ title: 'Error', description: 'Your table is full.' })
  await expect.element(title).toHaveValue('Moths')
  await expect.element(share).toBeEnabled()
  expect(onClose).not.toHaveBeenCalled()
})

test('the layout table is offered before files are chosen', async () => {
  server.responses['/api/drafts'] = { draft: exampleOpenDraft() }
  await openDialog()
  await title.fill('Moths')
  await dialog.getByRole('button', { name: 'Lay out a longer zine' }).click()
  await expectVisible(`on the table of ${draftId}`)
  expect(server.writes()).toMatchObject([{ path: '/api/drafts', body: { content: { title: 'Moths', pages: [] } } }])
})

const shownNames = () =>
  [...document.querySelectorAll<HTMLImageElement>('ol[aria-label="Pages in order"] img')].map(({ src }) =>
    nameOfPreview.get(src),
  )
const nameOfPreview = new Map<string, string>()

function rememberPreviews() {
  const createObjectURL = URL.createObjectURL.bind(URL)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((source) => {
    const url = createObjectURL(source)
    if (source instanceof File) nameOfPreview.set(url, source.name)
    return url
  })
}

test('files chosen together are sorted by name, and the chosen order can be restored', async () => {
  rememberPreviews()
  await openDialog()
  await chooseFiles(image('p10.png'), image('p3.png'), image('p1.png'))
  await expect.poll(shownNames).toEqual(['p1.png', 'p3.png', 'p10.png'])
  await dialog.getByRole('button', { name: 'Keep the order I chose' }).click()
  await expect.poll(shownNames).toEqual(['p10.png', 'p3.png', 'p1.png'])
  await dialog.getByLabelText('Add more images').upload([image('b.png'), image('a.png')])
  await expect.poll(shownNames).toEqual(['p10.png', 'p3.png', 'p1.png', 'a.png', 'b.png'])
  await dialog.getByRole('button', { name: 'Keep the order I chose' }).click()
  await expect.poll(shownNames).toEqual(['p10.png', 'p3.png', 'p1.png', 'b.png', 'a.png'])
  await dialog.getByRole('button', { name: 'Sort by name' }).click()
  await dialog.getByRole('button', { name: 'Remove page 4' }).click()
  await expectGone(dialog.getByRole('button', { name: 'Keep the order I chose' }))
})

test('good files are added, and the others are named', async () => {
  await openDialog()
  const text = new File(['x'], 'notes.txt', { type: 'text/plain' })
  await chooseFiles(text, ...images(2), new File(['x'], 'scan.bmp', { type: 'image/bmp' }))
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent(
      'Not added: notes.txt. Please select image or video files only. Not added: scan.bmp. BMP images are not supported. Save the image as PNG and try again.',
    )
  await expectVisible(dialog.getByText('page 1 of 2 (limit: 5)'))
})

test('a PDF beside an image can follow it to the layout table', async () => {
  server.responses['/api/drafts'] = { draft: exampleOpenDraft() }
  await openDialog()
  await chooseFiles(image('a.png'), pdf)
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Not added: zine.pdf. Please select image or video files only.')
  await expectVisible(offer)
})

test.each(['drawing.svg', 'scan.tif'])(
  '%s has no preview until the server shows what will be published',
  async (name) => {
    await openDialog()
    await chooseFiles(new File(['<svg/>'], name, { type: name.endsWith('svg') ? 'image/svg+xml' : 'image/tiff' }))
    await expectVisible(dialog.getByText('No preview yet'))
    await expectVisible(dialog.getByText(name))
    await expectGone(pagePicture(1))
  },
)
