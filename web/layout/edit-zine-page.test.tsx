import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { FullZine } from '#contract/zines.ts'
import { button, expectGone, expectToast, expectVisible, fillStorage } from '#web/site/expectations.testing.ts'
import { conflictResponse, errorResponse, memberId, memberServer, openSite } from '#web/site/site.testing.tsx'
import { closeToast, readToast } from '#web/ui/toasts/toast-store.ts'
import { exampleOpenZine } from '#web/zines/example-zine.testing.ts'
import { Page } from './edit-zine-page.tsx'
import { examplePages } from './table/example-pages.testing.ts'

const kind = 'image' as const
const openPages = examplePages(3).map(({ isFromDocument: _, ...page }) => ({
  ...page,
  kind,
  posterUrl: null,
  printWidth: null,
  paperColour: null,
  captions: [],
}))
const moths = exampleOpenZine({ creatorId: memberId, version: 4, pages: openPages, pageCount: 3 })
const path = `/api/zines/${moths.id}`
const savePath = `PUT ${path}`
const server = memberServer({
  [`GET ${path}`]: { zine: moths },
  [savePath]: { zine: { ...moths, version: 5 } },
})
const changedElsewhere = (change: Partial<FullZine>) => conflictResponse({ ...moths, version: 7, ...change })

beforeEach(async () => {
  await page.viewport(1280, 900)
  localStorage.clear()
})

const routes = [{ path: '/zine/:id/edit', Component: Page }]
async function open() {
  await cleanup()
  await openSite({ at: `/zine/${moths.id}/edit`, routes })
}
const title = page.getByRole('textbox', { name: 'Title' })
const note = page.getByRole('textbox', { name: /^This will be a second printing. What changed\?/ })
const readSaves = () => server.writes().map(({ body }) => body)
const isAtZine = () => expectVisible(page.getByText(`at /zine/${moths.id}`, { exact: true }))

async function saveRenamed() {
  await open()
  await title.fill('Lamps')
  await button('Save changes').click()
}

test('unsaved changes are back after a reload, and can be discarded', async () => {
  await open()
  await title.fill('Lamps')
  await expectVisible('Not saved yet; stored in this browser')
  await open()
  await expectToast({ title: 'Your unsaved changes are back' })
  await expect.element(title).toHaveValue('Lamps')
  await button('Discard').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect.element(title).toHaveValue(moths.title)
  closeToast(readToast()?.id ?? 0)
  await open()
  await expect.element(title).toHaveValue(moths.title)
  expect(readToast()?.open).toBe(false)
})

test('an entry stored in another format is ignored', async () => {
  localStorage.setItem(
    `foldout:${memberId}:zine-edit:${moths.id}`,
    JSON.stringify({ note: '', base: { version: 4, printing: 1, layout: {} }, layout: { pages: 3 } }),
  )
  await open()
  await expect.element(title).toHaveValue(moths.title)
})

test('leaving over changes asks, and they stay in the browser', async () => {
  await open()
  await title.fill('Lamps')
  const backLink = page.getByRole('link', { name: 'Back to the zine' })
  await backLink.click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect.element(title).toHaveValue('Lamps')
  await backLink.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await isAtZine()
  await open()
  await expect.element(title).toHaveValue('Lamps')
})

test('a browser that cannot store them says so', async () => {
  await open()
  fillStorage()
  await title.fill('Lamps')
  await expectVisible('Not saved yet, and this browser can’t store it')
  vi.restoreAllMocks()
})

test('changes made elsewhere in other fields are merged', async () => {
  server.responses[savePath] = changedElsewhere({ description: 'Of lamps' })
  await saveRenamed()
  await expect.poll(() => readSaves().length).toBeGreaterThan(1)
  expect(readSaves().slice(0, 2)).toEqual([
    { version: 4, title: 'Lamps', userId: memberId },
    { version: 7, title: 'Lamps', userId: memberId },
  ])
})

test('a field changed elsewhere is a choice: mine continues, and is saved on the newer version', async () => {
  server.responses[savePath] = changedElsewhere({ title: 'Windows' })
  await saveRenamed()
  const choice = page.getByRole('dialog', { name: 'Two versions, one zine' })
  await expectVisible(choice.getByText('Windows'))
  await expectVisible(choice.getByText('Lamps'))
  await userEvent.keyboard('{Escape}')
  await button('Compare and choose').click()
  server.responses[savePath] = { zine: { ...moths, version: 8, title: 'Lamps' } }
  await choice.getByRole('button', { name: 'Keep mine' }).click()
  await expect.element(button('Save changes')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await isAtZine()
  expect(readSaves().at(-1)).toEqual({ version: 7, title: 'Lamps', userId: memberId })
  const asides = Object.values(localStorage).map((stored) => JSON.parse(stored))
  expect(asides).toMatchObject([{ title: 'Windows', isAside: true }])
})

test('theirs can be chosen, and mine brought back', async () => {
  server.responses[savePath] = changedElsewhere({ title: 'Windows' })
  await saveRenamed()
  await button('Use the other version').click()
  await expect.element(title).toHaveValue('Windows')
  await button('Restore it').click()
  await expect.element(title).toHaveValue('Lamps')
  await button('Save changes').click()
  await expect.poll(() => readSaves().at(-1)).toEqual({ version: 7, title: 'Lamps', userId: memberId })
})

test('changes stored for an older version conflict with the newer one immediately', async () => {
  await open()
  await title.fill('Lamps')
  await expectVisible('Not saved yet; stored in this browser')
  server.responses[`GET ${path}`] = { zine: { ...moths, version: 6, title: 'Windows' } }
  await open()
  await page.getByRole('dialog').getByRole('button', { name: 'Use the other version' }).click()
  await expect.element(title).toHaveValue('Windows')
})

test.each([
  ['title', 'The title can be at most 200 characters long.', () => title],
  ['printingNote', 'The note on a printing can be at most 200 characters long.', () => note],
])('a rejected %s is reported at its field, which has the focus', async (field, message, where) => {
  server.responses[savePath] = errorResponse('invalid_request', message, { issues: [{ path: field, message }] })
  await open()
  await button('Remove page 1').click()
  await title.fill('Lamps')
  await button('Save changes').click()
  await expect.element(where()).toHaveFocus()
  await expect.element(where()).toHaveAccessibleDescription(new RegExp(message))
})

test('a blank title is not sent', async () => {
  await open()
  await title.fill(' ')
  await button('Save changes').click()
  await expect.element(title).toHaveAccessibleDescription(/A zine needs a title\.$/)
  await expect.element(title).toHaveFocus()
  expect(readSaves()).toEqual([])
})

test('rejected pages are marked, and without a connection nothing is lost', async () => {
  server.responses[savePath] = errorResponse('media_not_yours', 'A page is not yours.')
  await open()
  await button('Remove page 1').click()
  await button('Save changes').click()
  await expect
    .element(page.getByRole('region', { name: 'Pages' }).getByRole('alert'))
    .toHaveTextContent('A page is not yours.')
  delete server.responses[savePath]
  await button('Save changes').click()
  const message = 'Your changes could not be saved. Check your connection, then try again.'
  await expectVisible(message)
  await expectVisible('Not saved yet; stored in this browser')
})

test('an expired session is renewed without losing changes', async () => {
  server.responses[savePath] = errorResponse('not_signed_in', 'Please sign in.')
  await saveRenamed()
  await expectVisible(page.getByRole('dialog').getByLabelText('Password'))
  await userEvent.keyboard('{Escape}')
  await expect.element(title).toHaveValue('Lamps')
})

test('a video keeps its file, and its texts can be changed', async () => {
  const captions = ['es', 'en'].map((language) => ({ language, url: `/api/zines/x/captions/${language}` }))
  const video = { ...openPages[0], kind: 'video' as const, url: '/media/a.mp4', altText: 'A moth', captions }
  server.responses[`GET ${path}`] = { zine: { ...moths, pages: [video] } }
  await open()
  await page.getByRole('textbox', { name: /^What the video shows/ }).fill('A moth on a lamp')
  await expectGone('Read from')
  await expectGone(page.getByRole('button', { name: /^(Remove page|Move|Add (?!captions))/ }))
  await page.getByRole('button', { name: 'Remove the captions in Spanish' }).click()
  await button('Save changes').click()
  await isAtZine()
  expect(readSaves()).toEqual([
    {
      version: 4,
      pages: [
        {
          id: video.id,
          url: '/media/a.mp4',
          altText: 'A moth on a lamp',
          transcript: '',
          contentNote: '',
          captions: captions.slice(1),
          recipe: null,
        },
      ],
      userId: memberId,
    },
  ])
})

test('another member’s zine cannot be edited, and a link leads to it', async () => {
  server.responses[`GET ${path}`] = { zine: { ...moths, creatorId: moths.id } }
  await open()
  await expectVisible('Only dustymoths, who made it, can edit this zine.')
  await page.getByRole('link', { name: 'See the zine' }).click()
  await isAtZine()
})

test('a guest is asked to sign in', async () => {
  server.responses['/api/auth/user'] = { user: null }
  await open()
  await button('Sign In').click()
  await expectVisible(page.getByRole('dialog').getByLabelText('Password'))
})

test('a zine that failed to load can be loaded again', async () => {
  server.responses[`GET ${path}`] = new Response('', { status: 503 })
  await open()
  await expectVisible('The zine could not be loaded')
  server.responses[`GET ${path}`] = { zine: moths }
  await button('Try again').click()
  await expect.element(title).toHaveValue(moths.title)
})
