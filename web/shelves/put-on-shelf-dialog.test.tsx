import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ListedShelf } from '#contract/shelves.ts'
import { expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, memberId, memberServer, openSite } from '#web/site/site.testing.tsx'
import { exampleZine } from '#web/zines/example-zine.testing.ts'
import { exampleListedShelf, exampleShelf, shelfItemResponse } from './example-shelf.testing.ts'
import { PutOnShelfDialog } from './put-on-shelf-dialog.tsx'

const zine = exampleZine({ title: 'Moths' })
const toRead = exampleListedShelf({ title: 'To read', visibility: 'private', isToRead: true, holdsZine: true })
const listPath = `/api/users/${memberId}/shelves?zineId=${zine.id}`
const itemPath = `/api/shelves/${toRead.id}/zines/${zine.id}`
const server = memberServer({ [listPath]: { shelves: [toRead] } })

const openDialog = () => {
  const Component = () => <PutOnShelfDialog viewerId={memberId} zine={zine} onClose={() => undefined} />
  return openSite({ at: '/desk', routes: [{ path: '/desk', Component }] })
}
const box = () => page.getByRole('checkbox', { name: 'To read only you' })
/** The box's state right after a click. By then, React has reverted a box whose state did not change. */
const isCheckedAfterClick = () => {
  const input = box().element() as HTMLInputElement
  input.click()
  return input.checked
}

test('a checkbox changes immediately, while the shelf is still saved and lists are reloaded', async () => {
  const change = server.hold(`DELETE ${itemPath}`)
  await openDialog()
  await expect.element(box()).toBeChecked()
  expect(isCheckedAfterClick()).toBe(false)
  expect(isCheckedAfterClick()).toBe(false)
  server.responses[listPath] = { shelves: [{ ...toRead, holdsZine: false }] }
  change({ success: true })
  await expect.poll(() => server.calls(listPath)).toBeGreaterThan(1)
  await expect.element(box()).not.toBeChecked()
  expect(server.writes()).toHaveLength(1)
})

test('a rejected change reverts the checkbox and says why', async () => {
  server.responses[`DELETE ${itemPath}`] = errorResponse('unavailable', 'The site is busy.')
  await openDialog()
  await expect.element(box()).toBeChecked()
  expect(isCheckedAfterClick()).toBe(false)
  await expect.element(page.getByRole('alert')).toHaveTextContent('The site is busy.')
  await expect.element(box()).toBeChecked()
})

const taken = { note: 'Read aloud', privateNote: 'Lent to Jo', after: null }
const undo = () => page.getByRole('button', { name: 'Undo removing it from To read' })
async function takeOff(...otherShelves: ListedShelf[]) {
  server.responses[`DELETE ${itemPath}`] = { success: true, taken }
  await openDialog()
  await expect.element(box()).toBeChecked()
  server.responses[listPath] = { shelves: [{ ...toRead, holdsZine: false }, ...otherShelves] }
  box().element().focus()
  await userEvent.keyboard(' ')
  await expectVisible(undo())
}
const sent = () => server.writes().map(({ method, body }) => [method, body])

test('a removed item is restored by keyboard with its notes and position', async () => {
  await takeOff()
  await expect.element(page.getByRole('status')).toHaveTextContent('Removed from To read.')
  await expect.element(box()).not.toBeChecked()
  server.responses[`PUT ${itemPath}`] = shelfItemResponse()
  server.responses[listPath] = { shelves: [toRead] }
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByRole('status')).toHaveTextContent('Back on To read.')
  expect(sent()).toEqual([
    ['DELETE', undefined],
    ['PUT', taken],
  ])
  await expect.element(box()).toBeChecked()
  await expect.element(box()).toHaveFocus()
  await expectGone(undo())
})

test('checking a box again restores the same item, and a failed restore can be retried', async () => {
  await takeOff()
  server.responses[`PUT ${itemPath}`] = errorResponse('unavailable', 'The site is busy.')
  await box().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The site is busy.')
  server.responses[`PUT ${itemPath}`] = shelfItemResponse()
  server.responses[listPath] = { shelves: [toRead] }
  await undo().click()
  await expectGone(undo())
  await expect.element(box()).toBeChecked()
  expect(sent()).toEqual([
    ['DELETE', undefined],
    ['PUT', taken],
    ['PUT', taken],
  ])
})

test('after a new shelf is created, its checkbox has focus', async () => {
  const create = server.hold('POST /api/shelves')
  await openDialog()
  await page.getByLabelText('New shelf').fill('Night flyers')
  await page.getByRole('button', { name: 'Create and add' }).click()
  await expect.poll(() => server.writes()).toHaveLength(1)
  const { id } = server.bodyOf('/api/shelves') as { id: string }
  server.responses[`PUT /api/shelves/${id}/zines/${zine.id}`] = shelfItemResponse()
  server.responses[listPath] = { shelves: [toRead, { ...toRead, id, title: 'Night flyers', isToRead: false }] }
  create({ shelf: exampleShelf({ id }) })
  await expect.element(page.getByRole('checkbox', { name: 'Night flyers only you' })).toHaveFocus()
})

test('without a removed item there is nothing to undo', async () => {
  server.responses[`DELETE ${itemPath}`] = { success: true }
  await openDialog()
  await expect.element(box()).toBeChecked()
  server.responses[listPath] = { shelves: [{ ...toRead, holdsZine: false }] }
  await box().click()
  await expect.element(box()).not.toHaveAttribute('aria-disabled')
  await expect.element(box()).not.toBeChecked()
  expect(undo().elements()).toEqual([])
})

test('if another tab restored it there is nothing to undo', async () => {
  const lamps = { ...toRead, id: '0199a0b2-0000-7000-8000-0000000000ab', title: 'Lamps', isToRead: false }
  await takeOff(lamps)
  server.responses[`DELETE /api/shelves/${lamps.id}/zines/${zine.id}`] = { success: true }
  server.responses[listPath] = { shelves: [toRead, { ...lamps, holdsZine: false }] }
  await page.getByRole('checkbox', { name: 'Lamps only you' }).click()
  await expect.element(box()).toBeChecked()
  expect(undo().elements()).toEqual([])
})
