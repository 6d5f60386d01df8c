import { Upload } from 'tus-js-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { DocumentPage } from '#contract/documents.ts'
import type { Draft } from '#contract/drafts.ts'
import { listStoredKeys, persist } from '#web/browser/local-storage.ts'
import { draftId, exampleOpenDraft } from '#web/drafts/example-draft.testing.ts'
import { exampleId } from '#web/site/example-id.testing.ts'
import { button, cleanUpEditor, expectEditorState, expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { conflictResponse, errorResponse, memberId, memberServer, openSite } from '#web/site/site.testing.tsx'
import { applyRecipe } from '#web/typeset/derive-texts.ts'
import { blankRecipe } from '#web/typeset/recipe.ts'
import { exampleOpenZine } from '#web/zines/example-zine.testing.ts'
import { Page } from './draft-page.tsx'
import { blankContent } from './table/content.ts'
import { examplePages } from './table/example-pages.testing.ts'
import { stripPage } from './table/layout-table.testing.tsx'

const path = `/api/drafts/${draftId}`
const storagePrefix = `foldout:${memberId}:layout:${draftId}:`

const example = (version: number, change: Partial<Draft['content']> = {}) =>
  exampleOpenDraft({
    version,
    content: { ...blankContent, title: 'Eleven Moths', pages: examplePages(3), placed: {}, ...change },
  })

const server = memberServer({
  [`GET ${path}`]: { draft: example(3) },
  [`${path}/documents`]: { documents: [] },
})

cleanUpEditor()

const open = () =>
  openSite({ at: `/draft/${draftId}`, before: ['/before'], routes: [{ path: '/draft/:id', Component: Page }] })
const title = page.getByLabelText('Title')
const readSaves = () =>
  server.requests
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => body as { version: number; content: Draft['content'] })
const changedElsewhere = (version: number, change: Partial<Draft['content']>) =>
  conflictResponse(example(version, change))

async function openWith(change: Partial<Draft['content']>) {
  server.responses[`GET ${path}`] = { draft: example(3, change) }
  await open()
}

/** Renames the draft and saves, while another save has already changed it. */
async function openConflict(saved: Partial<Draft['content']>) {
  server.responses[`PUT ${path}`] = changedElsewhere(4, { title: 'Theirs', ...saved })
  await title.fill('Mine')
  await userEvent.keyboard('{Control>}s{/Control}')
  await button('Compare and choose').click()
}

const films = examplePages(1).map((film) => ({ ...film, url: film.url.replace('-1600.webp', '.mp4') }))
const videoNote = page.getByLabelText(/^Content note of this video/)

test('a draft imported from a video shows it, and accepts no pages', async () => {
  await openWith({ pages: films })
  await expectVisible(page.getByRole('region', { name: 'The video' }))
  expect(document.querySelector('video')?.getAttribute('src')).toBe(films[0]?.url)
  const fileInputs = [...document.querySelectorAll('input[type=file]')]
  expect(fileInputs.map((input) => input.getAttribute('aria-label'))).toEqual(['Add captions'])
  await expectGone(videoNote)
})

test('the content note of an imported video can be removed, and added again', async () => {
  const pages = films.map((film) => ({ ...film, contentNote: 'Blood' }))
  await openWith({ pages })
  await videoNote.fill('')
  await expect.element(videoNote).toHaveFocus()
  await videoNote.fill('Moths')
  await expect.element(videoNote).toHaveValue('Moths')
})

test('the conflict of two drafts with a video shows its frame', async () => {
  await openWith({ pages: films })
  await openConflict({ pages: films })
  const frame = () => page.getByRole('dialog').element().querySelector('img')
  await expect.poll(() => frame()?.getAttribute('src')).toBe(films[0]?.url.replace('.mp4', '-400.webp'))
})

test('undoing a removal shows the page again, and dismisses the notice', async () => {
  await open()
  await stripPage(3).click()
  await button('Remove page 3').click()
  await expect.element(page.getByLabelText(/^What page 2 shows/)).toHaveValue('Moth 2')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(page.getByLabelText(/^What page 3 shows/)).toHaveValue('Moth 3')
  await expectGone(button('Put it back'))
})

test('a draft that failed to load can be loaded again', async () => {
  server.responses[`GET ${path}`] = errorResponse('internal', 'Broken.')
  await open()
  await expectVisible(page.getByRole('heading', { name: 'The draft could not be loaded' }))
  server.responses[`GET ${path}`] = { draft: example(3) }
  await button('Try again').click()
  await expect.element(title).toHaveValue('Eleven Moths')
})

test('a missing draft shows nothing, and a guest is asked to sign in', async () => {
  server.responses[`GET ${path}`] = errorResponse('not_found', 'There is no such draft.')
  await open()
  await expectVisible(page.getByRole('heading', { name: 'Page Not Found' }))
  await expectVisible(page.getByRole('link', { name: 'Go to your zines' }))
  await cleanup()
  server.responses['/api/auth/user'] = { user: null }
  await open()
  await expectVisible(page.getByRole('heading', { name: 'Your layout table' }))
})

test('the draft stored by a closed tab is restored and saved', async () => {
  persist(`${storagePrefix}gone`, {
    ...example(3).content,
    title: 'Moths at night',
    version: 3,
    sent: [],
    at: 1,
  })
  server.responses[`PUT ${path}`] = { draft: example(4, { title: 'Moths at night' }) }
  await open()
  await expect.element(title).toHaveValue('Moths at night')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expectEditorState('Saved')
  expect(readSaves()).toMatchObject([{ version: 3, content: { title: 'Moths at night' } }])
  expect(listStoredKeys(storagePrefix)).toEqual([])
})

test('after a conflicting save the creator chooses, and the other version is set aside', async () => {
  await open()
  await openConflict({})
  await button('Use the saved one').click()
  await expect.element(title).toHaveValue('Theirs')
  await expectVisible(/“Mine”, 3 pages/)
  server.responses[`PUT ${path}`] = { draft: example(5, { title: 'Mine' }) }
  await button('Restore it').click()
  await expect.element(title).toHaveValue('Mine')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expectEditorState('Saved')
})

test('two tabs of a draft: the one without changes follows the other', async () => {
  await open()
  await expectEditorState('Saved')
  const otherTab = new BroadcastChannel(`foldout:layout:${draftId}`)
  otherTab.postMessage({ say: 'saved', saved: { ...example(4, { title: 'Theirs' }).content, version: 4 } })
  await expect.element(title).toHaveValue('Theirs')
  await expectEditorState('Saved')
  otherTab.close()
})

/** A page made here, with a description typed by hand. */
const madePages = (n: number, heading: string) =>
  examplePages(n)
    .slice(-1)
    .map((each) => applyRecipe({ ...each, altText: `${heading} at night` }, { ...blankRecipe('text'), title: heading }))

test('a conflict of two layouts keeps the recipes and texts of pages made here', async () => {
  const [mine, theirs] = [madePages(1, 'Mine'), madePages(2, 'Theirs')]
  persist(`${storagePrefix}gone`, { ...example(3).content, pages: mine, version: 3, sent: [], at: 1 })
  await openWith({ pages: madePages(1, 'Ours') })
  await openConflict({ pages: theirs })
  await button('Use the saved one').click()
  await expect.element(title).toHaveValue('Theirs')
  await expect.element(page.getByLabelText(/^What page 1 shows/)).toHaveValue('Theirs at night')
  server.responses[`PUT ${path}`] = { draft: example(5, { title: 'Mine', pages: mine }) }
  await button('Restore it').click()
  await userEvent.keyboard('{Control>}s{/Control}')
  await expectEditorState('Saved')
  expect(readSaves().at(-1)?.content.pages).toMatchObject([
    { altText: 'Mine at night', transcript: 'Mine', recipe: { title: 'Mine' } },
  ])
  await userEvent.keyboard('{Control>}z{/Control}')
  await button('Edit page 1').click()
  await expect.element(page.getByRole('textbox', { name: 'Heading' })).toHaveValue('Theirs')
})

test('a page that another tab changes while it is in the maker is added, and the other version stays', async () => {
  const uploadUrl = `/api/uploads/${'a'.repeat(32)}`
  const start = vi.spyOn(Upload.prototype, 'start').mockImplementation(function (this: Upload) {
    this.url = uploadUrl
    this.options.onSuccess?.({} as never)
  })
  onTestFinished(() => start.mockRestore())
  const media = { kind: 'image', posterUrl: null, width: 1754, height: 2480, placeholder: null }
  server.responses[`${uploadUrl}/media`] = { ...media, url: `/media/${'f'.repeat(32)}-1600.webp` }
  await openWith({ pages: madePages(1, 'Ours') })
  await button('Edit page 1').click()
  const maker = page.getByRole('dialog', { name: 'Edit page' })
  await maker.getByRole('textbox', { name: 'Heading' }).fill('Mine')
  const otherTab = new BroadcastChannel(`foldout:layout:${draftId}`)
  onTestFinished(() => otherTab.close())
  const pages = madePages(2, 'Theirs')
  otherTab.postMessage({ say: 'saved', saved: { ...example(4, { pages }).content, version: 4 } })
  const shownAltText = document.getElementsByTagName('textarea')
  await expect.poll(() => [...shownAltText].map(({ value }) => value)).toContain('Theirs at night')
  await expect.element(maker.getByRole('textbox', { name: 'Heading' })).toHaveValue('Mine')
  await maker.getByRole('button', { name: 'Save page' }).click()
  await expectVisible(stripPage(2))
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect
    .poll(() => readSaves().at(-1)?.content.pages)
    .toMatchObject([
      { transcript: 'Theirs', altText: 'Theirs at night', recipe: { title: 'Theirs' } },
      { transcript: 'Mine', recipe: { title: 'Mine' } },
    ])
})

test('a missing value is reported at its field, until it is there', async () => {
  await openWith({ title: ' ', pages: [] })
  await button('Publish').click()
  await expectVisible('A zine needs a title.')
  await expectVisible('A zine needs at least one page.')
  await title.fill('Moths')
  await expectGone('A zine needs a title.')
  expect(server.calls(`${path}/publish`)).toBe(0)
})

test('a draft with an invalid detail is not published, and the detail gets focus, collapsed or not', async () => {
  await open()
  const about = page.getByText(/^More about this zine/)
  await about.click()
  const languages = page.getByLabelText('Languages', { exact: true })
  await languages.fill('Klingonese')
  await title.click()
  await about.click()
  await expect.element(languages).not.toBeVisible()
  await button('Publish').click()
  await expect.element(languages).toHaveFocus()
  await expectVisible(/^Unknown language/)
  await languages.fill('Welsh, Basque, Breton, Irish')
  await button('Publish').click()
  await expect.element(languages).toHaveFocus()
  await expectVisible(/^The maximum is 3/)
  expect(server.calls(`${path}/publish`)).toBe(0)
})

test('publishing saves first, and leads to the zine', async () => {
  await open()
  server.responses[`PUT ${path}`] = { draft: example(4, { title: 'Moths' }) }
  server.responses[`POST ${path}/publish`] = { zine: exampleOpenZine() }
  await title.fill('Moths')
  await button('Publish').click()
  await expectVisible(`at /zine/${exampleOpenZine().id}`)
  expect(server.bodyOf(`${path}/publish`)).toEqual({ version: 4 })
  await button('Go back').click()
  await expectVisible('at /before')
})

test('Back does not return to a deleted draft', async () => {
  await open()
  server.responses[`DELETE ${path}`] = { success: true }
  await button('Draft menu').click()
  await page.getByRole('menuitem', { name: 'Delete draft' }).click()
  await button('Delete draft').click()
  await expectVisible(`at /profile/${memberId}`)
  await button('Go back').click()
  await expectVisible('at /before')
})

test('leaving while a picture is loading asks first, and not after it was removed', async () => {
  await open()
  await page.getByLabelText('Add images').upload(new File(['x'], 'a.svg', { type: 'image/svg+xml' }))
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expectVisible(page.getByRole('alertdialog', { name: 'Leave now?' }))
  await button('Stay').click()
  await expectVisible(`at /draft/${draftId}`)
  await button('Remove it').click()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expectVisible(`at /profile/${memberId}`)
})

test('leaving with an unsaved page in the maker asks first', async () => {
  const pages = examplePages(1).map((each) => ({ ...each, recipe: blankRecipe('text') }))
  await openWith({ pages })
  await button('Edit page 1').click()
  const heading = page.getByRole('dialog', { name: 'Edit page' }).getByRole('textbox', { name: 'Heading' })
  await heading.fill('Moths')
  const goBack = page.getByText('Go back', { exact: true }).element() as HTMLElement
  goBack.click()
  await expectVisible(/^The page you are making is not on the layout table yet\./)
  await button('Stay').click()
  await expect.element(heading).toHaveValue('Moths')
  goBack.click()
  await button('Leave').click()
  await expectVisible('at /before')
})

test('a sentence of the server says why it was not published, and everything is as it was', async () => {
  await open()
  server.responses[`POST ${path}/publish`] = errorResponse('quota_reached', 'You have 20,000 zines.')
  await button('Publish').click()
  await expectVisible('You have 20,000 zines.')
  await expect.element(button('Publish')).toBeEnabled()
  await expectVisible(stripPage(3))
})

test('a time that is past or too far off is rejected at its field', async () => {
  await open()
  await button('Schedule').click()
  const time = page.getByLabelText('Publication time')
  await time.fill('2020-01-01T09:00')
  await button('Publish at this time').click()
  await expectVisible(/^This time is in the past/)
  await time.fill('2100-01-01T09:00')
  await expectVisible(/up to 90 days ahead/)
  expect(readSaves()).toEqual([])
})

const documentId = exampleId(7)
const pdf = {
  id: documentId,
  draftId,
  state: 'done',
  pageCount: 1,
  pagesDone: 1,
  looksLikeSpreads: false,
  spread: 'single',
  direction: 'ltr',
  coverAlone: false,
  backAlone: false,
  refusal: null,
}

const documentPage = (overrides: Partial<DocumentPage>): DocumentPage => ({
  number: 1,
  url: examplePages(4)[3]?.url ?? null,
  width: 800,
  height: 1000,
  placeholder: null,
  transcript: '',
  refusal: null,
  ...overrides,
})

test('the paper follows the pages of a PDF, unless another one is chosen', async () => {
  const pages = [documentPage({ width: 300, height: 533 })]
  const paper = (name: string) => page.getByRole('radio', { name })
  server.responses[`${path}/documents`] = { documents: [{ ...pdf, pages }] }
  await openWith({ pages: [] })
  await expect.element(paper('Same as the images: 9:16')).toBeChecked()
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(() => readSaves().at(-1)?.content).toMatchObject({ paper: 'pictures', aspectRatio: '9:16' })

  await cleanup()
  localStorage.clear()
  await openWith({ pages: [], aspectRatio: '1:1', paper: 'square' })
  await expectVisible(stripPage(1))
  await expect.element(paper('Square')).toBeChecked()
})

test('pages of a PDF are added to the table as they arrive, and a failed one says why', async () => {
  const message = 'Page 2 is too complex. Flatten it, or export it as an image.'
  const pages = [
    documentPage({ transcript: 'Lamps' }),
    documentPage({ number: 2, url: null, width: null, height: null, refusal: message }),
  ]
  server.responses[`${path}/documents`] = {
    documents: [{ ...pdf, state: 'reading', pageCount: 4, pagesDone: 2, pages }],
  }
  server.responses[`/api/documents/${documentId}`] = { document: { ...pdf, pageCount: 4, pagesDone: 2, pages } }
  await open()
  await expectVisible('Page 3 of 4')
  await expectVisible(message)
  await stripPage(4).click()
  await expect.element(page.getByLabelText(/^Words on this page/)).toHaveValue('Lamps')
  await expectVisible('Your PDF: 4 pages')
  await expectGone(stripPage(5))
})

test('words that do not fit are marked in the strip and listed at Publish, with a button that opens their page', async () => {
  const words = Array.from({ length: 340 }, (_, n) => `moth${n}`).join(' ')
  const [first, second, third] = examplePages(3)
  if (!first || !second || !third) throw new Error('three pages')
  await openWith({ pages: [first, second, applyRecipe(third, { ...blankRecipe('text'), text: words })] })
  await expectVisible(/^\d+ words on page 3 do not fit\.$/)
  await expect.element(button('Publish')).toHaveAccessibleDescription(/words on page 3 do not fit/)
  await expect.element(stripPage(3)).toHaveAccessibleDescription(/words do not fit/)
  await expect.element(stripPage(2)).not.toHaveAccessibleDescription(/words do not fit/)
  await button('Edit page 3').click()
  await expectVisible(page.getByRole('dialog', { name: 'Edit page' }).getByRole('img', { name: /moth0 moth1/ }))
})

test('a page that waits for a connection is not called saved', async () => {
  vi.spyOn(Upload.prototype, 'start').mockImplementation(function (this: Upload) {
    this.options.onShouldRetry?.(new Error('offline') as never, 0, this.options as never)
  })
  onTestFinished(() => void vi.restoreAllMocks())
  await open()
  await expectEditorState('Saved')
  await page.getByLabelText('Add images').upload(new File([new Uint8Array(8)], 'moth.png', { type: 'image/png' }))
  await expectEditorState('1 page waits for a connection')
})
