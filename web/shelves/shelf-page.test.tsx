import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '#web/styles.css'
import type { ShelfItem } from '#contract/shelves.ts'
import { exampleId } from '#web/site/example-id.testing.ts'
import { button, expectGone, expectToast, expectVisible } from '#web/site/expectations.testing.ts'
import { conflictResponse, errorResponse, memberServer, openSite } from '#web/site/site.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { dot, exampleZine } from '#web/zines/example-zine.testing.ts'
import { exampleShelf, shelfItemResponse } from './example-shelf.testing.ts'
import { Page } from './shelf-page.tsx'

const shelf = exampleShelf()
const path = `/api/shelves/${shelf.id}`
const idOf = (title: string) => exampleId(title.charCodeAt(0))
const line = (title: string, overrides: Partial<ShelfItem> = {}): ShelfItem => ({
  ...shelfItemResponse().item,
  id: idOf(title),
  zine: exampleZine({ id: exampleId(title.charCodeAt(0) + 256), title, mediaUrls: [dot] }),
  ...overrides,
})
const movePath = `PUT ${path}/items/${idOf('Ants')}/place`
const shelfResponse = (items: ShelfItem[], nextCursor: string | null = null) => ({ shelf, items, nextCursor })
const [ants, bees, crickets] = [line('Ants'), line('Bees'), line('Crickets')]
const server = memberServer({
  [path]: shelfResponse([ants, bees, crickets]),
  [movePath]: { success: true },
})

const openShelf = () => openSite({ at: `/shelf/${shelf.id}`, routes: [{ path: '/shelf/:id', Component: Page }] })
const expectOrder = (...titles: string[]) =>
  expect.poll(() => [...document.querySelectorAll('ol h3')].map((heading) => heading.textContent)).toEqual(titles)
const chooseFromMenu = async (title: string, item: string) => {
  await button(`Menu of ${title}`).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('an unknown shelf is not found', async () => {
  server.responses[path] = errorResponse('not_found', 'Not found')
  await openShelf()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Page Not Found' }))
  await expectVisible(/There is no shelf at this address/)
  await expectVisible(page.getByRole('link', { name: 'Find zines' }))
})

test('a shelf that failed to load can be loaded again', async () => {
  server.responses[path] = new Response('', { status: 503 })
  await openShelf()
  await expectVisible('The shelf could not be loaded')
  server.responses[path] = shelfResponse([ants])
  await button('Try again').click()
  await expectOrder('Ants')
})

test('a visitor reads notes, and has nothing to change', async () => {
  server.responses['/api/auth/user'] = { user: null }
  const { privateNote: _privateNote, ...publicLine } = line('Ants', { note: 'Small.' })
  server.responses[path] = shelfResponse([publicLine, line('Gone', { zine: null })])
  await openShelf()
  await expectVisible('Small.')
  await expect
    .element(page.getByRole('link', { name: 'Feed of this shelf' }))
    .toHaveAttribute('href', `/feeds/shelf/${shelf.id}.atom`)
  await expectVisible('This zine is no longer available.')
  expect(page.getByRole('button', { name: /^(Move|Menu of|Shelf menu)/ }).elements()).toEqual([])
})

test('an order that could not be saved is reverted, also when offline', async () => {
  server.responses[movePath] = errorResponse('unavailable', 'Please try again.')
  await openShelf()
  await expectOrder('Ants', 'Bees', 'Crickets')
  server.responses[path] = new Response('', { status: 503 })
  await expectVisible(button('Move Ants'))
  button('Move Ants').element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expectToast({ title: 'Error', description: 'Please try again.' })
  await expectOrder('Ants', 'Bees', 'Crickets')
})

test('an item moved below the loaded ones is sent to the end, and loaded with the rest', async () => {
  server.responses[path] = shelfResponse([ants, bees], 'more')
  server.responses[`${path}?cursor=more`] = shelfResponse([crickets, ants])
  await openShelf()
  await expectOrder('Ants', 'Bees')
  server.responses[path] = shelfResponse([bees], 'more')
  await chooseFromMenu('Ants', 'Move to the end')
  await expectOrder('Bees')
  expect(server.bodyOf(movePath.replace('PUT ', ''))).toEqual({ before: null })
  await page.getByRole('link', { name: 'Load more' }).click()
  await expectOrder('Bees', 'Crickets', 'Ants')
})

test('a removed item is restored with its notes and position', async () => {
  const beesWithNotes = line('Bees', { note: 'Loud.', privateNote: 'Lent out.' })
  server.responses[path] = shelfResponse([ants, beesWithNotes, crickets])
  // The note changed on the server after the page was loaded.
  const taken = { note: 'Louder.', privateNote: 'Lent out.', after: ants.id }
  server.responses[`DELETE ${path}/items/${bees.id}`] = { success: true, taken }
  await openShelf()
  await chooseFromMenu('Bees', 'Remove from this shelf')
  await expectOrder('Ants', 'Crickets')
  await expect.element(button('Move Crickets')).toHaveFocus()
  await expectToast({ title: 'Removed from the shelf' })
  readToast()?.action?.run()
  await expect.poll(() => server.bodyOf(`${path}/zines/${bees.zine?.id}`)).toEqual(taken)
})

test.each([
  [390, 'ltr', 'Move up', 'Move down'],
  [1280, 'ltr', 'Move left', 'Move right'],
  [1280, 'rtl', 'Move right', 'Move left'],
])('at %i pixels (%s), the menu says where “%s” and “%s” move a zine', async (width, direction, back, on) => {
  await page.viewport(width, 800)
  await openShelf()
  await expectOrder('Ants', 'Bees', 'Crickets')
  document.querySelector<HTMLElement>('ol')?.style.setProperty('direction', direction)
  await chooseFromMenu('Ants', on)
  await expectOrder('Bees', 'Ants', 'Crickets')
  await chooseFromMenu('Ants', back)
  await expectOrder('Ants', 'Bees', 'Crickets')
  await button('Menu of Ants').click()
  await expect.element(page.getByRole('menuitem', { name: back })).toHaveAttribute('aria-disabled', 'true')
})

test('the tools of a zine are directly below its card, above its notes', async () => {
  server.responses[path] = shelfResponse([line('Ants', { note: 'Small.\n'.repeat(9) }), bees])
  await page.viewport(1280, 800)
  await openShelf()
  for (const title of ['Ants', 'Bees']) {
    await expectVisible(button(`Move ${title}`))
    const card = button(`Move ${title}`).element().closest('li')?.querySelector('article')
    const gap =
      button(`Move ${title}`).element().getBoundingClientRect().top - (card?.getBoundingClientRect().bottom ?? 0)
    expect(gap).toBeGreaterThanOrEqual(0)
    expect(gap).toBeLessThan(20)
  }
})

test('a shelf that was changed elsewhere is saved over only when that is wanted', async () => {
  const remote = { ...shelf, title: 'Moths', version: 4 }
  server.responses[`PUT ${path}`] = conflictResponse(remote)
  await openShelf()
  await button('Shelf menu').click()
  await page.getByRole('menuitem', { name: 'Edit shelf' }).click()
  await page.getByLabelText('Title').fill('Lamp')
  await button('Save').click()
  await expectVisible(/changed somewhere else: its title is now .Moths./)
  server.responses[`PUT ${path}`] = { shelf: { ...remote, title: 'Lamp', version: 5 } }
  await button('Overwrite it with mine').click()
  await expectToast({ title: 'Shelf saved' })
  expect(server.writes().map(({ body }) => (body as { version: number }).version)).toEqual([1, 4])
  expect(server.writes().at(-1)?.body).toEqual({ title: 'Lamp', version: 4 })
})

test('unsaved text is not discarded without asking', async () => {
  await openShelf()
  await chooseFromMenu('Bees', 'Write a note')
  await page.getByRole('textbox').first().fill('Loud.')
  await userEvent.keyboard('{Escape}')
  await button('Keep editing').click()
  await expect.element(page.getByRole('textbox').first()).toHaveValue('Loud.')
  await button('Close').click()
  await button('Discard').click()
  await expectGone(page.getByRole('dialog'))
  await button('Shelf menu').click()
  await page.getByRole('menuitem', { name: 'Edit shelf' }).click()
  await userEvent.keyboard('{Escape}')
  await expectGone(page.getByRole('dialog'))
})
