import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ShelfItem } from '#contract/shelves.ts'
import { exampleShelf } from '#web/shelves/example-shelf.testing.ts'
import { button, isGone, isSeen, said } from '#web/site/seen.testing.ts'
import { changedTo, memberServer, openSite, refusal } from '#web/site/site.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { dot, exampleZine } from '#web/zines/example-zine.testing.ts'
import { Page } from './shelf-page.tsx'

const shelf = exampleShelf()
const path = `/api/shelves/${shelf.id}`
const line = (id: string, more: Partial<ShelfItem> = {}): ShelfItem => ({
  id,
  note: '',
  privateNote: '',
  addedAt: '2026-11-18T10:00:00Z',
  zine: exampleZine({ id: `zine-${id}`, title: id, mediaUrls: [dot] }),
  ...more,
})
const read = (items: ShelfItem[], nextCursor: string | null = null) => ({ shelf, items, nextCursor })
const [ants, bees, crickets] = [line('Ants'), line('Bees'), line('Crickets')]
const server = memberServer({
  [path]: read([ants, bees, crickets]),
  [`PUT ${path}/items/Ants/place`]: { success: true },
})

const open = () => openSite({ at: `/shelf/${shelf.id}`, routes: [{ path: '/shelf/:id', Component: Page }] })
const inOrder = (...titles: string[]) =>
  expect.poll(() => [...document.querySelectorAll('ol h3')].map((each) => each.textContent)).toEqual(titles)
const menuOf = async (title: string, item: string) => {
  await button(`Menu of ${title}`).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('an unknown shelf is not found', async () => {
  server.answers[path] = refusal(404, 'Not found', 'not_found')
  await open()
  await isSeen(page.getByRole('heading', { level: 1, name: 'Page Not Found' }))
})

test('a shelf that failed to load can be loaded again', async () => {
  server.answers[path] = new Response('', { status: 503 })
  await open()
  await isSeen('The shelf could not be loaded')
  server.answers[path] = read([ants])
  await button('Try again').click()
  await inOrder('Ants')
})

test('a visitor reads notes, and has nothing to change', async () => {
  server.answers['/api/auth/user'] = { user: null }
  const { privateNote: _own, ...shown } = line('Ants', { note: 'Small.' })
  server.answers[path] = read([shown, line('gone', { zine: null })])
  await open()
  await isSeen('Small.')
  await expect
    .element(page.getByRole('link', { name: 'Feed of this shelf' }))
    .toHaveAttribute('href', `/feeds/shelf/${shelf.id}.atom`)
  await isSeen('The maker withdrew this zine.')
  expect(page.getByRole('button', { name: /^(Move|Menu of|Shelf menu)/ }).elements()).toEqual([])
})

test('an order that could not be saved is reverted, also when offline', async () => {
  server.answers[`PUT ${path}/items/Ants/place`] = refusal(503, 'Please try again.', 'unavailable')
  await open()
  await inOrder('Ants', 'Bees', 'Crickets')
  server.answers[path] = new Response('', { status: 503 })
  await isSeen(button('Move Ants'))
  button('Move Ants').element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await said({ title: 'Error', description: 'Please try again.' })
  await inOrder('Ants', 'Bees', 'Crickets')
})

test('an item moved below the loaded ones is sent to the end, and loaded with the rest', async () => {
  server.answers[path] = read([ants, bees], 'more')
  server.answers[`${path}?cursor=more`] = read([crickets, ants])
  await open()
  await inOrder('Ants', 'Bees')
  server.answers[path] = read([bees], 'more')
  await menuOf('Ants', 'Move to the end')
  await inOrder('Bees')
  expect(server.bodyOf(`${path}/items/Ants/place`)).toEqual({ before: null })
  await page.getByRole('link', { name: 'Load more' }).click()
  await inOrder('Bees', 'Crickets', 'Ants')
})

test('a removed item is restored with its notes and position', async () => {
  const kept = line('Bees', { note: 'Loud.', privateNote: 'Lent out.' })
  server.answers[path] = read([ants, kept, crickets])
  // The note changed on the server after the page was loaded.
  const taken = { note: 'Louder.', privateNote: 'Lent out.', after: 'Ants' }
  server.answers[`DELETE ${path}/items/Bees`] = { success: true, taken }
  await open()
  await menuOf('Bees', 'Remove from this shelf')
  await inOrder('Ants', 'Crickets')
  await expect.element(button('Move Crickets')).toHaveFocus()
  await said({ title: 'Removed from the shelf' })
  readToast()?.action?.act()
  await expect.poll(() => server.bodyOf(`${path}/zines/zine-Bees`)).toEqual(taken)
})

test('a shelf that was changed elsewhere is saved over only when that is wanted', async () => {
  const there = { ...shelf, title: 'Moths', version: 4 }
  server.answers[`PUT ${path}`] = changedTo({ shelf: there })
  await open()
  await button('Shelf menu').click()
  await page.getByRole('menuitem', { name: 'Edit shelf' }).click()
  await page.getByLabelText('Title').fill('Lamp')
  await button('Save').click()
  await isSeen(/changed somewhere else: its title is now .Moths./)
  server.answers[`PUT ${path}`] = { shelf: { ...there, title: 'Lamp', version: 5 } }
  await button('Overwrite it with mine').click()
  await said({ title: 'Shelf saved' })
  expect(server.writes().map(({ body }) => (body as { version: number }).version)).toEqual([1, 4])
  expect(server.writes().at(-1)?.body).toEqual({ title: 'Lamp', version: 4 })
})

test('unsaved text is not discarded without asking', async () => {
  await open()
  await menuOf('Bees', 'Write a note')
  await page.getByRole('textbox').first().fill('Loud.')
  await userEvent.keyboard('{Escape}')
  await button('Keep editing').click()
  await expect.element(page.getByRole('textbox').first()).toHaveValue('Loud.')
  await button('Close').click()
  await button('Discard').click()
  await isGone(page.getByRole('dialog'))
  await button('Shelf menu').click()
  await page.getByRole('menuitem', { name: 'Edit shelf' }).click()
  await userEvent.keyboard('{Escape}')
  await isGone(page.getByRole('dialog'))
})
