import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ListedShelf } from '#contract/shelves.ts'
import { isGone, isSeen } from '#web/site/seen.testing.ts'
import { memberId, memberServer, openSite, refusal } from '#web/site/site.testing.tsx'
import { exampleZine } from '#web/zines/example-zine.testing.ts'
import { exampleShelf } from './example-shelf.testing.ts'
import { PutOnShelfDialog } from './put-on-shelf-dialog.tsx'

const zine = exampleZine({ title: 'Moths' })
const toRead = exampleShelf({ title: 'To read', visibility: 'private', isToRead: true, holdsZine: true })
const lists = `/api/users/${memberId}/shelves?zineId=${zine.id}`
const write = `/api/shelves/${toRead.id}/zines/${zine.id}`
const server = memberServer({ [lists]: { shelves: [toRead] } })

const open = () => {
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
  const change = server.hold(`DELETE ${write}`)
  await open()
  await expect.element(box()).toBeChecked()
  expect(isCheckedAfterClick()).toBe(false)
  expect(isCheckedAfterClick()).toBe(false)
  server.answers[lists] = { shelves: [{ ...toRead, holdsZine: false }] }
  change({ success: true })
  await expect.poll(() => server.calls(lists)).toBeGreaterThan(1)
  await expect.element(box()).not.toBeChecked()
  expect(server.writes()).toHaveLength(1)
})

test('a rejected change reverts the checkbox and says why', async () => {
  server.answers[`DELETE ${write}`] = refusal(503, 'The site is busy.', 'busy')
  await open()
  await expect.element(box()).toBeChecked()
  expect(isCheckedAfterClick()).toBe(false)
  await expect.element(page.getByRole('alert')).toHaveTextContent('The site is busy.')
  await expect.element(box()).toBeChecked()
})

const taken = { note: 'Read aloud', privateNote: 'Lent to Jo', after: null }
const undo = () => page.getByRole('button', { name: 'Undo removing it from To read' })
async function takeOff(...others: ListedShelf[]) {
  server.answers[`DELETE ${write}`] = { success: true, taken }
  await open()
  await expect.element(box()).toBeChecked()
  server.answers[lists] = { shelves: [{ ...toRead, holdsZine: false }, ...others] }
  box().element().focus()
  await userEvent.keyboard(' ')
  await isSeen(undo())
}
const sent = () => server.writes().map(({ method, body }) => [method, body])

test('a removed item is restored by keyboard with its notes and position', async () => {
  await takeOff()
  await expect.element(page.getByRole('status')).toHaveTextContent('Removed from To read.')
  await expect.element(box()).not.toBeChecked()
  server.answers[`PUT ${write}`] = { item: {}, shelf: toRead }
  server.answers[lists] = { shelves: [toRead] }
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByRole('status')).toHaveTextContent('Back on To read.')
  expect(sent()).toEqual([
    ['DELETE', undefined],
    ['PUT', taken],
  ])
  await expect.element(box()).toBeChecked()
  await expect.element(box()).toHaveFocus()
  await isGone(undo())
})

test('checking a box again restores the same item, and a failed restore can be retried', async () => {
  await takeOff()
  server.answers[`PUT ${write}`] = refusal(503, 'The site is busy.', 'busy')
  await box().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The site is busy.')
  server.answers[`PUT ${write}`] = { item: {}, shelf: toRead }
  server.answers[lists] = { shelves: [toRead] }
  await undo().click()
  await isGone(undo())
  await expect.element(box()).toBeChecked()
  expect(sent()).toEqual([
    ['DELETE', undefined],
    ['PUT', taken],
    ['PUT', taken],
  ])
})

test('without a removed item there is nothing to undo', async () => {
  server.answers[`DELETE ${write}`] = { success: true }
  await open()
  await expect.element(box()).toBeChecked()
  server.answers[lists] = { shelves: [{ ...toRead, holdsZine: false }] }
  await box().click()
  await expect.element(box()).not.toHaveAttribute('aria-disabled')
  await expect.element(box()).not.toBeChecked()
  expect(undo().elements()).toEqual([])
})

test('if another tab restored it there is nothing to undo', async () => {
  const lamps = { ...toRead, id: '0199a0b2-0000-7000-8000-0000000000ab', title: 'Lamps', isToRead: false }
  await takeOff(lamps)
  server.answers[`DELETE /api/shelves/${lamps.id}/zines/${zine.id}`] = { success: true }
  server.answers[lists] = { shelves: [toRead, { ...lamps, holdsZine: false }] }
  await page.getByRole('checkbox', { name: 'Lamps only you' }).click()
  await expect.element(box()).toBeChecked()
  expect(undo().elements()).toEqual([])
})
