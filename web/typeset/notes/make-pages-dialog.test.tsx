import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { takePendingPages } from '#web/drafts/create-draft.tsx'
import { draftId, exampleDraft, exampleOpenDraft } from '#web/drafts/example-draft.testing.ts'
import '#web/styles.css'
import { expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, memberId, memberServer, openSite } from '#web/site/site.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { MakePagesDialog } from './make-pages-dialog.tsx'

const projectId = '0199a0b2-0000-7000-8000-0000000000a1'
const drafts = `/api/users/${memberId}/drafts`
const server = memberServer({ [drafts]: { drafts: [] } })
const draft = exampleOpenDraft({ zineId: '0199a0b2-0000-7000-8000-0000000000f1' })
let wasClosed = false

beforeEach(() => {
  wasClosed = false
})

const open = (notes: string) =>
  openSite({
    at: '/notes',
    routes: [
      {
        path: '/notes',
        Component: () => (
          <MakePagesDialog
            project={{ id: projectId, title: 'Eleven Moths', notes }}
            onClose={() => {
              wasClosed = true
            }}
          />
        ),
      },
    ],
  })

const makeButton = page.getByRole('button', { name: 'Make pages' })
const cover = page.getByRole('img', { name: 'The cover' })
const pixels = () => (cover.element() as HTMLCanvasElement).toDataURL()

test('the cover follows the type, the paper and the inks', async () => {
  await open('# Kitchen\nOne moth.')
  await expectVisible('8 pages, on one sheet of paper. 5 pages in plain ink: add words or images there later.')
  for (const [group, name] of [
    ['Type', 'Pixel'],
    [/^Paper/, 'Mint'],
    [/^Ink/, 'Violet'],
    [/^Second ink/, 'None'],
  ] as const) {
    const before = pixels()
    await page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).click({ force: true })
    await expect.poll(pixels, { message: name }).not.toBe(before)
  }
  await page.getByRole('group', { name: /^Ink/ }).getByRole('radio', { name: 'Yellow' }).click({ force: true })
  await expectVisible(/is hard to read on this paper/)
})

test('a type is previewed in its own letters, and the pages wait for it', async () => {
  await open('# Kitchen\nOne moth.')
  await expect.element(makeButton).toHaveAttribute('aria-disabled', 'false')
  const choose = async (name: string) => {
    await page.getByRole('group', { name: 'Type' }).getByRole('radio', { name }).click({ force: true })
    await expect.element(page.getByRole('figure')).toHaveAttribute('aria-busy', 'false')
    return pixels()
  }
  const first = await choose('Stencil')
  const poster = await choose('Poster')
  expect(first).not.toBe(poster)
  expect(await choose('Stencil')).toBe(first)
})

test('the language can be chosen, for hyphens and quotation marks', async () => {
  await open('# Kitchen\n"One moth."')
  await expect.element(makeButton).toHaveAttribute('aria-disabled', 'false')
  await page.getByRole('combobox', { name: /^Language/ }).selectOptions('de')
  server.responses['POST /api/drafts'] = { draft }
  await makePages()
  await expectVisible(`at /draft/${draft.id}`)
  const { recipes } = takePendingPages(draft.id)
  expect(recipes.map(({ language }) => language)).toEqual(Array(8).fill('de'))
})

test('without notes there is nothing to make', async () => {
  await open(' \n\n')
  await expectVisible(/^There are no notes yet/)
  expect(makeButton.query()).toBeNull()
  await page.getByRole('button', { name: 'Close' }).last().click()
  expect(wasClosed).toBe(true)
})

test('short notes are one sheet, with the largest text that fits', async () => {
  await open('# Kitchen\nOne moth.')
  await expect.element(page.getByRole('radio', { name: 'One sheet (8 pages)' })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: 'Large' })).toBeChecked()
})

test('long notes need more pages, and a chosen length says what it leaves out', async () => {
  await open(Array.from({ length: 14 }, (_, index) => `Page ${index}`).join('\n---\n'))
  await expect.element(page.getByRole('radio', { name: 'As needed' })).toBeChecked()
  await expectVisible('16 pages, on 4 sheets of paper.')
  await page.getByRole('radio', { name: 'One sheet (8 pages)' }).click({ force: true })
  await expectVisible(/^The last 16 words of your notes do not fit in 8 pages/)
})

test('a section can be moved, and its button keeps the focus', async () => {
  server.responses['POST /api/drafts'] = { draft }
  await open(['# Kitchen\nOne.', '# Hall\nTwo.', '# Roof\nThree.'].join('\n---\n'))
  const names = () =>
    page
      .getByRole('img')
      .elements()
      .map((canvas) => canvas.ariaLabel?.replace(/Page \d+: /, ''))
  await expect.poll(names).toHaveLength(8)
  const before = names()
  const button = page.getByRole('button', { name: `Move page ${before.indexOf('Roof') + 1} earlier` })
  await button.click()
  const after = names()
  expect(after.toSorted()).toEqual(before.toSorted())
  expect(after.filter((name) => name !== 'Roof')).toEqual(before.filter((name) => name !== 'Roof'))
  expect(after.indexOf('Roof')).toBeLessThan(before.indexOf('Roof'))
  await expect
    .element(page.getByRole('button', { name: `Move page ${after.indexOf('Roof') + 1} earlier` }))
    .toHaveFocus()
  await makePages()
  await expectVisible(`at /draft/${draft.id}`)
  const { recipes } = takePendingPages(draft.id)
  expect(recipes.map(({ title, text }) => title || text.split('\n', 1)[0]).indexOf('Roof')).toBe(after.indexOf('Roof'))
})

test('words that do not fit in the largest zine are counted', async () => {
  await open(Array.from({ length: 50 }, (_, index) => `Page ${index}`).join('\n---\n'))
  await expectVisible(
    'The last 24 words of your notes do not fit in 40 pages and are left out. Choose more pages or a smaller text, or move them to another project.',
  )
})

test('a draft of the project is named and stays', async () => {
  server.responses[drafts] = { drafts: [exampleDraft({ projectId, pageCount: 12 })] }
  await open('One moth.')
  await expectVisible(/^This project already has a draft with 12 pages/)
  await expect.element(page.getByRole('link', { name: 'Open the draft' })).toHaveAttribute('href', `/draft/${draftId}`)
})

const makePages = async () => {
  await expect.element(makeButton).toHaveAttribute('aria-disabled', 'false')
  await makeButton.click()
}

test('the pages become those of a new draft, and the back has the address that the zine will have', async () => {
  server.responses['POST /api/drafts'] = { draft }
  await open('One moth.')
  await makePages()
  await expectVisible(`at /draft/${draft.id}`)
  const content = { title: 'Eleven Moths', paper: 'a-size', readingDirection: 'ltr' }
  expect(server.writes()).toMatchObject([{ method: 'POST', body: { projectId, content } }])
  const { recipes } = takePendingPages(draft.id)
  expect(recipes.map(({ template }) => template)).toMatchObject({ length: 8, 0: 'title', 7: 'back' })
  expect(recipes[7]?.captions).toEqual([`${location.origin}/zine/${draft.zineId}`])
})

test('a refused draft is reported, and the dialog keeps its choices', async () => {
  const refusal = 'You have 100 drafts, the maximum. Publish or delete one to create another.'
  server.responses['POST /api/drafts'] = errorResponse('quota_reached', refusal)
  await open('One moth.')
  await page.getByRole('group', { name: 'Type' }).getByRole('radio', { name: 'Book' }).click({ force: true })
  await makePages()
  await expect.poll(readToast).toMatchObject({ description: refusal })
  await expect.element(page.getByRole('radio', { name: 'Book' })).toBeChecked()
  expect(wasClosed).toBe(false)
})

test('on a phone, the focused choice is never behind the pages or the buttons', async () => {
  await page.viewport(390, 664)
  onTestFinished(() => page.viewport(1280, 800))
  await open('One moth.')
  await expectVisible(/^8 pages/)
  await expect.element(makeButton).toHaveFocus()
  for (const key of [...Array(5).fill('{Shift>}{Tab}{/Shift}'), ...Array(3).fill('{Tab}')]) {
    await userEvent.keyboard(key)
    const { value } = document.activeElement as HTMLInputElement
    await expect.poll(() => isFocusUncovered(), { message: `${value} after ${key}` }).toBe(true)
  }
})

function isFocusUncovered() {
  const choice = document.activeElement?.closest('label') ?? document.activeElement
  if (!choice) return false
  const { x, y, width, height } = choice.getBoundingClientRect()
  return [0.1, 0.5, 0.9].every((part) => choice.contains(document.elementFromPoint(x + width / 2, y + height * part)))
}
