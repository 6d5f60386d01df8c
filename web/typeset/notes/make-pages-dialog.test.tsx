import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '#web/styles.css'
import { expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { memberId, memberServer, openSite } from '#web/site/site.testing.tsx'
import { MakePagesDialog } from './make-pages-dialog.tsx'

const projectId = '0199a0b2-0000-7000-8000-0000000000a1'
const drafts = `/api/users/${memberId}/drafts`
const server = memberServer({ [drafts]: { drafts: [] } })
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
  await expectVisible('8 pages, on one sheet of paper. 4 pages in plain ink: add words or pictures there later.')
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

test('without notes there is nothing to make', async () => {
  await open(' \n\n')
  await expectVisible(/^There are no notes yet/)
  expect(makeButton.query()).toBeNull()
  await page.getByRole('button', { name: 'Close' }).last().click()
  expect(wasClosed).toBe(true)
})

test('words that do not fit in the largest zine are counted', async () => {
  await open(Array.from({ length: 50 }, (_, index) => `# Page ${index}`).join('\n'))
  await expectVisible(
    'The last 24 words of your notes do not fit in 40 pages and are left out. Move them to another project.',
  )
})

test('a draft of the project is named and stays', async () => {
  server.responses[drafts] = { drafts: [{ id: 'd', projectId, pageCount: 12, title: 'Eleven Moths' }] }
  await open('One moth.')
  await expectVisible(/^This project already has a draft with 12 pages/)
  await expect.element(page.getByRole('link', { name: 'Open the draft' })).toHaveAttribute('href', '/draft/d')
})

test('making can be cancelled, which keeps the dialog and its choices', async () => {
  const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(() => undefined)
  onTestFinished(() => send.mockRestore())
  await open('One moth.')
  await page.getByRole('group', { name: 'Type' }).getByRole('radio', { name: 'Book' }).click({ force: true })
  await expect.element(makeButton).toHaveAttribute('aria-disabled', 'false')
  await makeButton.click()
  await expectVisible('Making pages...')
  await expectVisible(/page 1 of 8/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectVisible(makeButton)
  await expectGone(page.getByText(/page 1 of 8/))
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
