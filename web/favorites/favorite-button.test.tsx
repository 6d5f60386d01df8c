import { useQuery } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Zine } from '#contract/zines.ts'
import { expectGone, expectToast } from '#web/site/expectations.testing.ts'
import { errorResponse, fakeServer, member, openSite, renderInSite, signInOnSheet } from '#web/site/site.testing.tsx'
import { exampleOpenZine, exampleZine } from '#web/zines/example-zine.testing.ts'
import { FavoriteButton } from './favorite-button.tsx'

const toggling = '/api/favorites/zines'
const server = fakeServer({})
const zine = exampleZine({ favoriteCount: 12 })
const listed = (...zines: Zine[]) => ({ zines, nextCursor: null })

function Cards() {
  const { data } = useQuery<{ zines: Zine[] }>({ queryKey: ['/api/zines'] })
  return data?.zines.map((card) => <FavoriteButton key={card.id} zine={card} />)
}

const open = (zines = [zine]) => renderInSite(<Cards />, { viewer: member, cached: { '/api/zines': listed(...zines) } })
const favoriteButton = page.getByRole('button', { name: /Moths/ })

test('a favorite shows immediately, and then the server’s count', async () => {
  const respond = server.hold(toggling)
  await open()
  await favoriteButton.click()
  await expect.element(favoriteButton).toHaveAttribute('aria-pressed', 'true')
  await expect.element(favoriteButton).toHaveTextContent('13')
  respond({ isFavorited: true, favoriteCount: 20 })
  await expect.element(favoriteButton).toHaveTextContent('20')
})

test('a new member who waits for approval sees a message', async () => {
  const error = 'Your account is waiting for approval.'
  server.responses[toggling] = errorResponse('awaiting_approval', error)
  await open()
  await favoriteButton.click()
  await expectToast({ title: 'Error', description: error })
  await expect.element(favoriteButton).toHaveAttribute('aria-pressed', 'false')
})

test('only one toggle is in flight at a time, whichever favorite button is clicked', async () => {
  const otherZine = exampleZine({ id: '0199a0b2-0000-7000-8000-00000000000d', title: 'Slugs: A Truce' })
  const respond = server.hold(toggling)
  await open([zine, otherZine])
  await favoriteButton.click()
  await favoriteButton.click()
  await page.getByRole('button', { name: /Slugs/ }).click()
  expect(server.writes()).toHaveLength(1)
  respond({ isFavorited: true, favoriteCount: 13 })
  await vi.waitFor(async () => {
    await favoriteButton.click()
    expect(server.writes()).toHaveLength(2)
  }, 30_000)
})

test('a failed save is undone with a message', async () => {
  server.responses[toggling] = new Response('', { status: 500 })
  await open()
  await favoriteButton.click()
  await expectToast({
    title: 'Error',
    description: 'Could not update favorite status',
    variant: 'destructive',
  })
  await expect.element(favoriteButton).toHaveAttribute('aria-pressed', 'false')
  await expect.element(favoriteButton).toHaveTextContent('12')
})

test('a count of nothing is not shown', async () => {
  await open([exampleZine({ favoriteCount: 0 })])
  await expect.element(favoriteButton).toHaveTextContent('')
})

test('the favorite of a guest is added after signing in, when the lists have been reloaded', async () => {
  server.responses['/api/zines'] = listed(zine)
  server.responses[`/api/zines/${zine.id}`] = { zine: exampleOpenZine() }
  server.responses[toggling] = { isFavorited: true, favoriteCount: 13 }
  await openSite({ routes: [{ path: '/', Component: Cards }] })
  await favoriteButton.click()
  server.responses['/api/auth/user'] = { user: member }
  const respondWithList = server.hold('/api/zines')
  await signInOnSheet('wren@moths.example', 'mothmoths')
  await expectGone(page.getByRole('dialog'))
  expect(server.calls(toggling)).toBe(0)
  respondWithList(listed(zine))
  await expect.element(favoriteButton).toHaveAttribute('aria-pressed', 'true')
  await expect.element(favoriteButton).toHaveTextContent('13')
})

test('signing in does not remove a favorite', async () => {
  server.responses['/api/zines'] = listed(zine)
  server.responses[`/api/zines/${zine.id}`] = { zine: exampleOpenZine({ isFavorited: true }) }
  await openSite({ routes: [{ path: '/', Component: Cards }] })
  await favoriteButton.click()
  server.responses['/api/auth/user'] = { user: member }
  server.responses['/api/zines'] = listed({ ...zine, isFavorited: true })
  await signInOnSheet('wren@moths.example', 'mothmoths')
  await expect.poll(() => server.calls(`/api/zines/${zine.id}`)).toBe(1)
  await expect.element(favoriteButton).toHaveAttribute('aria-pressed', 'true')
  expect(server.calls(toggling)).toBe(0)
})
