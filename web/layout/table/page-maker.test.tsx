import { Upload } from 'tus-js-client'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { exampleId } from '#web/site/example-id.testing.ts'
import '#web/styles.css'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { discardOpenTexts, listTextsOnlyInMemory } from '#web/session/open-texts.ts'
import { button, expectGone, expectVisible, fillStorage } from '#web/site/expectations.testing.ts'
import { errorResponse, fakeServer, memberId } from '#web/site/site.testing.tsx'
import { applyRecipe } from '#web/typeset/derive-texts.ts'
import { blankRecipe } from '#web/typeset/recipe.ts'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import type { ContentPage } from './content.ts'
import { examplePages } from './example-pages.testing.ts'
import { exampleZineId, holdDrawings, openTable, stripPage } from './layout-table.testing.tsx'

const uploadUrl = `/api/uploads/${'a'.repeat(32)}`
const mediaPath = `${uploadUrl}/media`
const server = fakeServer({})
const uploadedUrl = (n: number) => `/media/${String(n).padStart(32, 'f')}-1600.webp`
const pageSize = { width: 1754, height: 2480 }
const media = (n: number, size = pageSize) => ({
  kind: 'image',
  posterUrl: null,
  ...size,
  placeholder: null,
  url: uploadedUrl(n),
})
const mothPicture = () => new File([new Uint8Array(8)], 'moth.png', { type: 'image/png' })
let uploadCount = 0

afterEach(() => {
  vi.restoreAllMocks()
  server.responses = {}
})

/** Accepts all uploads. Each picture has an address of its own. */
function acceptUploads(size = pageSize) {
  uploadCount = 0
  const start = vi.spyOn(Upload.prototype, 'start').mockImplementation(function (this: Upload) {
    uploadCount += 1
    server.responses[mediaPath] = media(uploadCount, size)
    this.url = uploadUrl
    this.options.onSuccess?.({} as never)
  })
  return start
}

const maker = page.getByRole('dialog', { name: /^(Make a|Edit) page$/ })
const field = (name: string) => maker.getByRole('textbox', { name: new RegExp(`^${name}( (optional|for people).*)?$`) })
const choose = (name: string) => maker.getByText(name, { exact: true }).click()
const drawn = () => expect.poll(() => document.querySelector('canvas[data-drawn]')).not.toBeNull()

const madePage = (n: number, change: Partial<PageRecipe>): ContentPage => {
  const [blank] = examplePages(1)
  const url = `/media/${String(n).padStart(32, 'e')}-1600.webp`
  const recipe = { ...blankRecipe('text'), ...change }
  return applyRecipe({ ...(blank as ContentPage), id: exampleId(100 + n), url, altText: '', transcript: '' }, recipe)
}

test('text that does not fit continues on new pages, and no word is lost', async () => {
  acceptUploads()
  const words = Array.from({ length: 360 }, (_, n) => `moth${n}`)
  const table = await openTable({ pages: [madePage(1, { text: 'Lamps', style: 'courier' })] })
  await stripPage(1).click()
  await userEvent.keyboard('{Enter}')
  await field('Text').fill(words.join(' '))
  await expectVisible(maker.getByText(/^\d+ words don’t fit\.$/))
  await expect.element(maker.getByText('Some of the text doesn’t fit on this page.')).toHaveAttribute('role', 'status')
  await button('Continue on a new page').click()
  await expect.element(field('Text')).toHaveFocus()
  await expectVisible(maker.getByRole('button', { name: /^Page 4 of 4$/, pressed: true }))
  await expectGone(button('Continue on a new page'))
  await maker.getByRole('button', { name: 'Save 4 pages' }).click()
  await expect.poll(() => table.current().pages.map(({ url }) => url.includes('ffff'))).toEqual(Array(4).fill(true))
  expect(table.changes()).toBe(1)
  const { pages } = table.current()
  expect(
    pages
      .map(({ transcript }) => transcript)
      .join(' ')
      .split(/\s+/),
  ).toEqual(words)
  expect(pages.every(({ recipe }) => recipe && 'style' in recipe && recipe.style === 'courier')).toBe(true)
})

test('a new page is before the back cover', async () => {
  acceptUploads()
  const table = await openTable({ pages: [madePage(1, { title: 'Moths' }), madePage(2, { template: 'back' })] })
  await button('Add a page').click()
  await page.getByRole('menuitem', { name: 'Make a page' }).click()
  await field('Heading').fill('Lamps')
  await drawn()
  await maker.getByRole('button', { name: 'Add page' }).click()
  await expect.poll(() => table.current().pages.map(({ transcript }) => transcript)).toEqual(['Moths', 'Lamps', ''])
  await expectVisible(button('Edit page 2'))
})

test('a page is added once if Add page is pressed twice', async () => {
  const start = acceptUploads()
  const table = await openTable({})
  await button('Make a page').click()
  await field('Title').fill('Moths')
  await drawn()
  const add = maker.getByRole('button', { name: 'Add page' }).element() as HTMLButtonElement
  add.click()
  add.click()
  await expect.poll(() => table.current().pages).toHaveLength(1)
  await expectGone(maker)
  expect(start).toHaveBeenCalledOnce()
})

test('a page is edited in its place, and a description typed by hand stays', async () => {
  acceptUploads()
  const [before, after] = examplePages(2)
  const made = { ...madePage(1, { title: 'Moths' }), altText: 'Large letters' }
  const table = await openTable({ pages: [before, made, after].filter((each) => each !== undefined) })
  await stripPage(2).click()
  await button('Edit page 2').click()
  await field('Heading').fill('Lamps')
  await drawn()
  await maker.getByRole('button', { name: 'Save page' }).click()
  await expect.poll(() => table.current().pages[1]?.url).toBe(uploadedUrl(1))
  expect(table.current().pages).toMatchObject([
    before,
    { altText: 'Large letters', transcript: 'Lamps', recipe: { title: 'Lamps' } },
    after,
  ])
})

test('numbered pages that were moved are redrawn with their new numbers', async () => {
  const numbered = (id: number, number: number) => madePage(id, { title: `Page ${id}`, folio: { number, title: '' } })
  const table = await openTable({ pages: [numbered(1, 2), numbered(2, 1)] })
  acceptUploads()
  await expectVisible('2 pages made here still have an old format or number.')
  await button('Redraw them').click()
  await expect
    .poll(() => table.current().pages.map(({ recipe }) => recipe))
    .toMatchObject([
      { title: 'Page 1', folio: { number: 1 } },
      { title: 'Page 2', folio: { number: 2 } },
    ])
  await expectVisible('2 pages redrawn.')
})

test('panels of a comic are moved and removed with their words', async () => {
  const bubble = { panel: 1, x: 0.5, y: 0.1, tail: 'left' as const, text: 'Late again.' }
  const table = await openTable({
    pages: [
      madePage(1, {
        template: 'comic',
        captions: ['One', 'Two', 'Three'],
        pictures: [null, null, null],
        bubbles: [bubble],
      }),
    ],
  })
  acceptUploads()
  await button('Edit page 1').click()
  await button('Move panel 2 up').click()
  await expect.element(field('Caption 1')).toHaveValue('Two')
  await expect.element(button('Move panel 1 down')).toHaveFocus()
  await button('Remove panel 2').click()
  await expect.element(field('Caption 2')).toHaveValue('Three')
  await expect.element(button('Move panel 2 up')).toHaveFocus()
  const says = field('What it says')
  await expect.element(says).toHaveValue('Late again.')
  await says.fill('incomprehensibilities '.repeat(5))
  await button('Add a speech bubble').first().click()
  await expect.element(field('What it says').nth(1)).toHaveFocus()
  await field('What it says').nth(1).fill('Really?')
  await button('Save page').click()
  await expect
    .poll(() => table.current().pages[0]?.recipe)
    .toMatchObject({
      captions: ['Two', 'Three'],
      pictures: [null, null],
      bubbles: [{ panel: 0 }, { panel: 0, text: 'Really?' }],
    })
})

test('a double-click opens a page made here', async () => {
  await openTable({ pages: [...examplePages(1), madePage(1, { title: 'Moths' })] })
  await stripPage(2).click()
  await expectVisible(button('Edit page 2'))
  await stripPage(2).dblClick()
  await expect.element(field('Heading')).toHaveValue('Moths')
})

test('an uploaded picture is opened as a page that it fills, in the look of the zine, and keeps its description', async () => {
  acceptUploads()
  const [picture] = examplePages(1)
  const uploaded = { ...(picture as ContentPage), altText: 'A moth' }
  const table = await openTable({ pages: [uploaded, madePage(1, { style: 'courier', inks: ['teal'] })] })
  await stripPage(1).dblClick()
  await expect.element(field('What the image shows')).toHaveValue('A moth')
  await field('Heading').fill('Lamps')
  await button('Save page').click()
  await expect
    .poll(() => table.current().pages[0]?.recipe)
    .toMatchObject({
      template: 'full-bleed',
      title: 'Lamps',
      pictures: [{ url: picture?.url, altText: 'A moth' }],
      treatment: 'unchanged',
      style: 'courier',
      inks: ['teal'],
    })
  expect(table.current().pages).toHaveLength(2)
  expect(table.current().pages[0]?.altText).toBe('A moth')
})

test('a picture over two facing pages gets a second page, and later changes are on both', async () => {
  acceptUploads()
  const table = await openTable({ pages: examplePages(3) })
  const halves = () => table.current().pages.map(({ recipe }) => recipe && 'spread' in recipe && recipe.spread)
  await stripPage(2).click()
  await button('Edit page 2').click()
  await maker.getByRole('checkbox', { name: 'Over two facing pages' }).click()
  await field('Heading').fill('Sea')
  await drawn()
  await button('Save 2 pages').click()
  await expect.poll(halves).toEqual([null, 'left', 'right', null])
  const changes = table.changes()
  await stripPage(3).click()
  await button('Edit page 3').click()
  await expect.element(field('Heading')).toHaveValue('')
  await choose('Photocopy')
  await drawn()
  await button('Save page').click()
  await expect
    .poll(() => table.current().pages.map(({ recipe }) => recipe))
    .toMatchObject([
      null,
      { spread: 'left', title: 'Sea', treatment: 'photocopy' },
      { spread: 'right', title: '', treatment: 'photocopy' },
      null,
    ])
  expect(table.changes()).toBe(changes + 1)
})

test('half of a picture that is moved away from the other half is named, in the maker too', async () => {
  const half = (n: number, spread: 'left' | 'right') => madePage(n, { template: 'full-bleed', spread })
  acceptUploads()
  await openTable({ pages: [half(1, 'left'), half(2, 'right'), ...examplePages(1)], readingDirection: 'ltr' })
  await expectVisible(page.getByText(/^Pages 1 and 2 show halves of images, but don’t face the other halves\./))
  await button('Edit page 1').click()
  const spread = maker.getByRole('checkbox', { name: 'Over two facing pages' })
  await expect.element(spread).toBeChecked()
  await expectVisible(maker.getByText(/^The halves don’t face each other here\./))
  await spread.click()
  await expectGone(maker.getByText(/^The halves don’t face each other here\./))
  await drawn()
  await button('Save page').click()
  await expectVisible(page.getByText(/^Page 2 shows half of an image, but doesn’t face the other half\./))
})

test('closing with unsaved changes asks', async () => {
  const table = await openTable({ pages: [madePage(1, { title: 'Moths' })] })
  await button('Edit page 1').click()
  await field('Heading').fill('Lamps')
  await userEvent.keyboard('{Escape}')
  await expectVisible(page.getByRole('alertdialog', { name: 'Discard what you typed?' }))
  await button('Keep editing').click()
  await expect.element(field('Heading')).toHaveValue('Lamps')
  await userEvent.keyboard('{Escape}')
  await button('Discard').click()
  await expectGone(maker)
  expect(table.current().pages).toEqual([madePage(1, { title: 'Moths' })])
})

test('a style for all pages names the pages on which words do not fit', async () => {
  acceptUploads()
  const words = Array.from({ length: 400 }, (_, n) => `moth${n}`).join(' ')
  const table = await openTable({ pages: [madePage(1, { title: 'Moths' }), madePage(2, { text: words })] })
  await button('Edit page 1').click()
  await maker.getByRole('checkbox', { name: /for all pages made here$/ }).click()
  await drawn()
  await maker.getByRole('button', { name: 'Save page' }).click()
  await expect
    .poll(() => readToast()?.description)
    .toBe('Some of the text doesn’t fit on page 2. Edit the page to continue the text on a new one.')
  expect(table.current().pages[1]).toMatchObject({ transcript: words, recipe: { text: words } })
  await expectGone(maker)
  readToast()?.action?.run()
  await expectVisible(button('Edit page 2'))
})

test('closing while pages are drawn asks, as leaving does, and the words stay', async () => {
  vi.spyOn(Upload.prototype, 'start').mockImplementation(() => undefined)
  const table = await openTable({ pages: [madePage(1, { title: 'Moths' }), madePage(2, { title: 'Lamps' })] })
  await button('Edit page 1').click()
  await field('Heading').fill('Eleven Moths')
  await maker.getByRole('checkbox', { name: /for all pages made here$/ }).click()
  await drawn()
  await maker.getByRole('button', { name: 'Save page' }).click()
  await expectVisible(maker.getByText('Page 1 of 2'))
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
  await userEvent.keyboard('{Escape}')
  await expectVisible(page.getByRole('alertdialog', { name: 'Discard what you typed?' }))
  await button('Keep editing').click()
  await maker.getByRole('button', { name: 'Cancel' }).click()
  await expectVisible(maker.getByRole('button', { name: 'Save page' }))
  await expect.element(field('Heading')).toHaveValue('Eleven Moths')
  expect(table.changes()).toBe(0)
})

test('a page whose upload failed can be edited, and is sent again in its place', async () => {
  const start = acceptUploads().mockImplementationOnce(function (this: Upload) {
    server.responses[mediaPath] = errorResponse('media_refused', 'This picture is damaged.')
    this.url = uploadUrl
    this.options.onSuccess?.({} as never)
  })
  const table = await openTable({ pages: examplePages(2) })
  await button('Add a page').click()
  await page.getByRole('menuitem', { name: 'Make a page' }).click()
  await field('Heading').fill('Moths')
  await drawn()
  await maker.getByRole('button', { name: 'Add page' }).click()
  await expectVisible('Page 3, page.png: This picture is damaged.')
  await button('Edit page 3').click()
  await expect.element(field('Heading')).toHaveValue('Moths')
  await drawn()
  await maker.getByRole('button', { name: 'Save page' }).click()
  await expect.poll(() => table.current().pages.length).toBe(3)
  expect(table.current().pages[2]).toMatchObject({ transcript: 'Moths' })
  await expectGone('Page 3, page.png: This picture is damaged.')
  expect(start).toHaveBeenCalledTimes(2)
})

test('paper and inks are used for all pages made here, in one step with the changes of the opened page', async () => {
  acceptUploads()
  const pages = [madePage(1, { title: 'Moths' }), ...examplePages(1), madePage(2, { title: 'Lamps' })]
  const table = await openTable({ pages })
  await button('Edit page 1').click()
  await field('Heading').fill('Eleven Moths')
  await maker.getByRole('radio', { name: 'Mint' }).click({ force: true })
  await maker.getByRole('checkbox', { name: /for all pages made here$/ }).click()
  await drawn()
  await maker.getByRole('button', { name: 'Save page' }).click()
  await expect.poll(() => table.current().pages.filter(({ url }) => url.includes('ffff')).length).toBe(2)
  expect(table.current().pages).toMatchObject([
    { transcript: 'Eleven Moths', recipe: { paper: 'mint' } },
    { altText: 'Moth 1', recipe: null },
    { transcript: 'Lamps', recipe: { paper: 'mint' } },
  ])
  expect(table.changes()).toBe(1)
})

test('a cover that gives its look to all pages leaves their numbers, and a running title is on all pages in the maker', async () => {
  acceptUploads()
  const folio = { number: 2, title: '' }
  const words = Array.from({ length: 700 }, (_, n) => `moth${n}`).join(' ')
  const table = await openTable({
    pages: [madePage(1, { template: 'title', title: 'Moths' }), madePage(2, { text: words, folio })],
  })
  await button('Edit page 1').click()
  await maker.getByRole('radio', { name: 'Mint' }).click({ force: true })
  await maker.getByRole('checkbox', { name: /for all pages made here$/ }).click()
  await drawn()
  await maker.getByRole('button', { name: 'Save page' }).click()
  await expect
    .poll(() => table.current().pages.map(({ recipe }) => recipe))
    .toMatchObject([{}, { paper: 'mint', folio }])

  await stripPage(2).click()
  await button('Edit page 2').click()
  await button('Continue on a new page').click()
  await field('Running title').fill('Lamps')
  await maker.getByRole('button', { name: /^Save \d pages$/ }).click()
  await expect.poll(() => table.current().pages.length).toBeGreaterThan(2)
  const folios = table.current().pages.map(({ recipe }) => recipe && 'folio' in recipe && recipe.folio)
  expect(folios.slice(1)).toEqual(folios.slice(1).map((_, index) => ({ number: index + 2, title: 'Lamps' })))
})

test('after a change of the paper, pages made here are redrawn for it in one step, with their texts', async () => {
  acceptUploads({ width: 1395, height: 2480 })
  const words = Array.from({ length: 140 }, (_, n) => `moth${n}`).join(' ')
  const pages = [
    { ...madePage(1, { title: 'Moths' }), altText: 'Large letters', width: 1754, height: 2480 },
    ...examplePages(1),
    { ...madePage(2, { text: words }), altText: '', width: 1754, height: 2480 },
  ]
  const table = await openTable({ paper: 'a-size', pages })
  await expectGone(page.getByText(/made here/))
  await page.getByRole('radio', { name: '9:16' }).click({ force: true })
  await expectVisible('2 pages made here still have an old format or number.')
  const changes = table.changes()
  await button('Redraw them').click()
  await expectVisible(
    '2 pages redrawn. Some of the text doesn’t fit on page 3. Edit the page to continue the text on a new one.',
  )
  expect(table.changes()).toBe(changes + 1)
  expect(table.current().pages).toEqual([
    { ...pages[0], url: uploadedUrl(1), width: 1395, height: 2480 },
    pages[1],
    { ...pages[2], url: uploadedUrl(2), width: 1395, height: 2480 },
  ])
  await page.getByRole('radio', { name: /^Same as the images/ }).click({ force: true })
  await expectGone(page.getByText(/redrawn|old format/))
})

test('redrawing waits for a connection, and can be cancelled', async () => {
  const start = acceptUploads().mockImplementation(function (this: Upload) {
    this.options.onShouldRetry?.(new Error('Offline') as never, 0, this.options)
  })
  const pages = [{ ...madePage(1, {}), width: 1754, height: 2480 }]
  const table = await openTable({ paper: 'square', pages })
  await button('Redraw it').click()
  const dialog = page.getByRole('dialog', { name: 'Redrawing pages' })
  await expectVisible(dialog.getByText('Waiting for a connection'))
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expectGone(dialog)
  await expect.element(button('Redraw it')).toHaveFocus()
  expect(start).toHaveBeenCalledOnce()
  expect(table.current().pages).toEqual(pages)
})

test('a page of a later version can only be replaced or removed', async () => {
  const later = { ...madePage(1, {}), recipe: { version: 3, layers: [] } }
  const table = await openTable({ pages: [later] })
  await expectVisible(/^Made with a newer version of Foldout\./)
  await expectGone(button('Edit page 1'))
  await stripPage(1).dblClick()
  await expectGone(maker)
  await expectVisible(button('Remove page 1'))
  expect(table.current().pages).toEqual([later])
})

const madeKey = `foldout:${memberId}:made:${exampleZineId}`

test('pages in the maker survive a closed browser, until they are saved or discarded', async () => {
  onTestFinished(() => localStorage.removeItem(madeKey))
  localStorage.setItem(
    madeKey,
    JSON.stringify([{ recipe: { ...blankRecipe('text'), title: 'Moths' } }, { recipe: { version: 9 } }, 'x', null]),
  )
  acceptUploads()
  const table = await openTable({ pages: examplePages(1) })
  await expectVisible('1 page that you made was not saved. It is still in this browser.')
  await button('Open it').click()
  await field('Text').fill('Lamps')
  await expect.poll(() => localStorage.getItem(madeKey)).toContain('Lamps')
  await drawn()
  await maker.getByRole('button', { name: 'Add page' }).click()
  await expect.poll(() => table.current().pages[1]).toMatchObject({ transcript: 'Moths\n\nLamps' })
  await expect.poll(() => localStorage.getItem(madeKey)).toBeNull()
  await expectGone(page.getByText(/still in this browser/))
})

test('a page is stored in the browser while its picture is sent', async () => {
  onTestFinished(() => localStorage.removeItem(madeKey))
  vi.spyOn(Upload.prototype, 'start').mockImplementation(() => undefined)
  await openTable({ pages: examplePages(1) })
  await button('Add a page').click()
  await page.getByRole('menuitem', { name: 'Make a page' }).click()
  await field('Heading').fill('Moths')
  await drawn()
  await maker.getByRole('button', { name: 'Add page' }).click()
  await expectGone(maker)
  expect(JSON.parse(localStorage.getItem(madeKey) ?? '')).toMatchObject([{ recipe: { title: 'Moths' } }])
})

test('a page that the browser cannot store counts as unsaved, until it is discarded', async () => {
  onTestFinished(() => localStorage.removeItem(madeKey))
  await openTable({ pages: examplePages(1) })
  await button('Add a page').click()
  await page.getByRole('menuitem', { name: 'Make a page' }).click()
  fillStorage()
  await field('Heading').fill('Moths')
  await expect.poll(() => listTextsOnlyInMemory(memberId)).toHaveLength(1)
  expect(listTextsOnlyInMemory('another member')).toEqual([])
  vi.restoreAllMocks()
  discardOpenTexts(memberId)
  expect(listTextsOnlyInMemory(memberId)).toEqual([])
  await field('Heading').fill('Lamps')
  await drawn()
  expect(localStorage.getItem(madeKey)).toBeNull()
})

test('a page that was being edited when the browser closed is edited again', async () => {
  onTestFinished(() => localStorage.removeItem(madeKey))
  const pages = [madePage(1, { title: 'Moths' }), madePage(2, {})]
  await openTable({ pages })
  await button('Edit page 1').click()
  await field('Heading').fill('Lamps')
  await expect.poll(() => localStorage.getItem(madeKey)).toContain('Lamps')
  const stored = localStorage.getItem(madeKey) ?? ''
  await cleanup()
  localStorage.setItem(madeKey, stored)

  acceptUploads()
  const table = await openTable({ pages })
  await button('Open it').click()
  await drawn()
  await maker.getByRole('button', { name: 'Save page' }).click()
  await expect.poll(() => table.current().pages[0]).toMatchObject({ recipe: { title: 'Lamps' } })
  expect(table.current().pages).toHaveLength(2)
})

test('two pictures of a comic that are sent at the same time are both on the page, which waits for them', async () => {
  const sending: Upload[] = []
  vi.spyOn(Upload.prototype, 'start').mockImplementation(function (this: Upload) {
    sending.push(this)
  })
  await openTable({})
  await button('Make a page').click()
  await choose('Comic')
  await maker.getByLabelText('Choose image 1').upload(mothPicture())
  await maker.getByLabelText('Choose image 2').upload(mothPicture())
  await expect.poll(() => sending.length).toBe(2)
  await drawn()
  await maker.getByRole('button', { name: 'Add page' }).click()
  await expectVisible('An image is still uploading. Wait until it’s done, or cancel it.')
  for (const [index, upload] of sending.entries()) {
    server.responses[mediaPath] = media(index + 1)
    upload.url = uploadUrl
    upload.options.onSuccess?.({} as never)
    await expectVisible(field(`What image ${index + 1} shows`))
  }
  await expectVisible(field('What image 1 shows'))
})

test('a text longer than a page can be is not cut, and continues on new pages', async () => {
  await openTable({})
  await button('Make a page').click()
  await choose('Text')
  const text = 'A moth at the lamp. '.repeat(300).trim()
  await field('Text').fill(text)
  await drawn()
  await maker.getByRole('button', { name: 'Add page' }).click()
  await expectVisible(/too much text to be saved/)
  await button('Continue on a new page').click()
  await expectVisible(maker.getByRole('button', { name: /^Add \d pages$/ }))
  await expectGone(maker.getByText(/too much text to be saved/))
})

test('a caption longer than the limit is not cut, and has to be shortened', async () => {
  await openTable({})
  await button('Make a page').click()
  await choose('Image')
  const caption = 'A moth at the lamp. '.repeat(10)
  await field('Caption').fill(caption)
  await expectVisible('A heading or caption is too long by 50 characters. Shorten it.')
  await expect.element(field('Caption')).toHaveValue(caption)
  await drawn()
  await maker.getByRole('button', { name: 'Add page' }).click()
  await expectVisible(maker)
  await field('Caption').fill('A moth.')
  await expectGone(maker.getByText(/is too long/))
})

test('in the folded view, pressing the current page opens it', async () => {
  await openTable({ pages: [madePage(1, { title: 'Moths' }), madePage(2, { title: 'Lamps' })] })
  await button('As folded').click()
  const folded = page.getByRole('list', { name: 'As it will be folded' }).getByRole('button', { name: 'Page 2' })
  await folded.click()
  await expectGone(maker)
  await folded.click()
  await expect.element(field('Heading')).toHaveValue('Lamps')
})

test('small text on a solid warns of the second ink, and other pages do not', async () => {
  await openTable({})
  await button('Make a page').click()
  const secondInk = maker.getByRole('group', { name: /^Second ink/ })
  await secondInk.getByRole('radio', { name: 'Violet' }).click({ force: true })
  await choose('Quote')
  await expectGone(maker.getByText(/hard to read on solid violet/))
  await choose('Solid ink')
  await expectVisible(maker.getByText(/hard to read on solid violet/))
})

test('the texts of a back cover that was only looked at are removed again', async () => {
  await openTable({})
  await button('Make a page').click()
  await choose('Back cover')
  await expect.element(address).toHaveValue(`${location.origin}/zine/${exampleZineId}`)
  await choose('Image')
  await expect.element(field('Heading')).toHaveValue('')
  await expect.element(field('Caption')).toHaveValue('')
})

const address = field('Address, as a QR code')
const hint = 'This address works once the zine is published.'

test('a back cover in a draft has the address that the zine will have', async () => {
  await openTable({ title: 'Moths' })
  await button('Make a page').click()
  await choose('Back cover')
  await expect.element(address).toHaveValue(`${location.origin}/zine/${exampleZineId}`)
  await expect.element(address).toHaveAccessibleDescription(hint)
  await address.fill('moths.example.org')
  await choose('Title page')
  await choose('Back cover')
  await expect.element(address).toHaveValue('moths.example.org')
  await expectGone(page.getByText(hint))
})

test('the address of a published zine works already', async () => {
  await openTable({ title: 'Moths' }, { isPublished: true })
  await button('Make a page').click()
  await choose('Back cover')
  await expect.element(address).toHaveValue(`${location.origin}/zine/${exampleZineId}`)
  await expectGone(page.getByText(hint))
})

test('a design of a title page is chosen with the keyboard, and other pages have none', async () => {
  acceptUploads()
  const table = await openTable({ pages: [madePage(1, { template: 'title', title: 'Moths' })] })
  await stripPage(1).click()
  await userEvent.keyboard('{Enter}')
  const designs = maker.getByRole('group', { name: 'Cover design' })
  const design = (name: string) => designs.getByRole('radio', { name, exact: true })
  await expect.element(design('Block')).toBeChecked()
  design('Block').element().focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(design('Stripes')).toBeChecked()
  await choose('Text')
  await expectGone(designs)
  await choose('Title page')
  await expect.element(design('Stripes')).toBeChecked()
  await drawn()
  await maker.getByRole('button', { name: 'Save page' }).click()
  await expect.poll(() => table.current().pages[0]?.recipe).toMatchObject({ cover: 'stripes' })
})

test('a picture that was cancelled while the server checks it is not on the page', async () => {
  const checked = Promise.withResolvers<object>()
  vi.spyOn(Upload.prototype, 'start').mockImplementation(function (this: Upload) {
    server.responses[mediaPath] = checked.promise
    this.url = uploadUrl
    this.options.onSuccess?.({} as never)
  })
  await openTable({})
  await button('Make a page').click()
  await choose('Image')
  await maker.getByLabelText('Choose image').upload(mothPicture())
  await expect.poll(() => server.requests.some(({ path }) => path === mediaPath)).toBe(true)
  await maker.getByRole('button', { name: 'Cancel' }).click()
  await expectGone(maker.getByText('Uploading the image…'))
  checked.resolve(media(1))
  await maker.getByLabelText('Choose image').upload(mothPicture())
  await expectVisible(field('What the image shows'))
  expect(server.requests.filter(({ path }) => path === mediaPath)).toHaveLength(2)
})

test('a page whose upload ends while its new version is drawn is replaced', async () => {
  const uploads: Upload[] = []
  vi.spyOn(Upload.prototype, 'start').mockImplementation(function (this: Upload) {
    uploads.push(this)
  })
  const finish = (n: number) => {
    server.responses[mediaPath] = media(n)
    Object.assign(uploads[n - 1] as Upload, { url: uploadUrl }).options.onSuccess?.({} as never)
  }
  const table = await openTable({ pages: examplePages(1) })
  await button('Add a page').click()
  await page.getByRole('menuitem', { name: 'Make a page' }).click()
  await field('Heading').fill('Moths')
  await drawn()
  await maker.getByRole('button', { name: 'Add page' }).click()
  await button('Edit page 2').click()
  await field('Heading').fill('Lamps')
  await drawn()
  const release = holdDrawings()
  await maker.getByRole('button', { name: 'Save page' }).click()
  finish(1)
  await expect.poll(() => table.current().pages.length).toBe(2)
  release()
  await expect.poll(() => uploads.length).toBe(2)
  finish(2)
  await expect.poll(() => table.current().pages.map(({ transcript }) => transcript)).toEqual(['', 'Lamps'])
})

test('the pictures of a comic stay while its page has another template', async () => {
  const pictures = [1, 2, 3].map((n) => ({ url: uploadedUrl(n), altText: `Moth ${n}` }))
  await openTable({ pages: [madePage(1, { template: 'comic', pictures })] })
  await button('Edit page 1').click()
  await choose('Image')
  await field('What the image shows').fill('A moth')
  await choose('Comic')
  await expect.element(field('What image 2 shows')).toHaveValue('Moth 2')
})

/** Accepts uploads that end when `finish` is called. */
function holdUploads() {
  const held: Upload[] = []
  vi.spyOn(Upload.prototype, 'start').mockImplementation(function (this: Upload) {
    held.push(this)
  })
  return async function finish() {
    await expect.poll(() => held.length).toBeGreaterThan(0)
    server.responses[mediaPath] = media(1)
    for (const upload of held.splice(0)) {
      upload.url = uploadUrl
      upload.options.onSuccess?.({} as never)
    }
  }
}

test('a new page has its number and stays chosen while it is uploaded and afterwards', async () => {
  const finish = holdUploads()
  const table = await openTable({ pages: [madePage(1, { title: 'Moths' }), madePage(2, { template: 'back' })] })
  await button('Add a page').click()
  await page.getByRole('menuitem', { name: 'Make a page' }).click()
  await field('Heading').fill('Lamps')
  await drawn()
  await maker.getByRole('button', { name: 'Add page' }).click()
  await expectGone(maker)
  await expect.element(stripPage(2)).toHaveAttribute('aria-current', 'true')
  const tile = stripPage(2).element()
  expect(table.current().pages).toHaveLength(2)
  await expect.element(stripPage(3)).toBeVisible()
  await finish()
  await expect
    .poll(() => table.current().pages.map(({ altText }) => altText))
    .toEqual(['Page of text: Moths.', 'Page of text: Lamps.', 'Back cover.'])
  await expect.element(stripPage(2)).toHaveAttribute('aria-current', 'true')
  expect(stripPage(2).element(), 'the tile is not built again').toBe(tile)
})

test('a page that is left while it is uploaded is still landscape afterwards', async () => {
  // Tests that end while a page is sent leave it in the browser.
  localStorage.removeItem(madeKey)
  onTestFinished(() => localStorage.removeItem(madeKey))
  holdUploads()
  const pages = [madePage(1, { title: 'Moths' })]
  await openTable({ paper: 'a-size', pages })
  await button('Add a page').click()
  await page.getByRole('menuitem', { name: 'Make a page' }).click()
  await field('Heading').fill('Wide lamps')
  await maker.getByRole('checkbox', { name: 'Landscape' }).click()
  await drawn()
  await maker.getByRole('button', { name: 'Add page' }).click()
  await expectGone(maker)
  const stored = localStorage.getItem(madeKey) ?? ''
  expect(stored).toContain('Wide lamps')
  await cleanup()
  localStorage.setItem(madeKey, stored)
  await openTable({ paper: 'a-size', pages })
  await expectVisible('1 page that you made was not saved. It is still in this browser.')
  await button('Open it').click()
  await expect.element(field('Heading')).toHaveValue('Wide lamps')
  await expect.element(maker.getByRole('checkbox', { name: 'Landscape' })).toBeChecked()
  await drawn()
  const preview = document.querySelector('canvas') as HTMLCanvasElement
  expect(preview.width).toBeGreaterThan(preview.height)
})
