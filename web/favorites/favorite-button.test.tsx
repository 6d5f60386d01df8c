import { useQuery } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Zine } from '#contract/zines.ts'
import { said } from '#web/site/seen.testing.ts'
import { fakeServer, member, refusal, show } from '#web/site/site.testing.tsx'
import { exampleZine } from '#web/zines/example-zine.testing.ts'
import { FavoriteButton } from './favorite-button.tsx'

const toggling = '/api/favorites/zines'
const server = fakeServer({})
const zine = exampleZine({ favoriteCount: 12 })

function Cards() {
  const { data } = useQuery<{ zines: Zine[] }>({ queryKey: ['/api/zines'] })
  return data?.zines.map((each) => <FavoriteButton key={each.id} zine={each} />)
}

const open = (zines = [zine]) => show(<Cards />, { viewer: member, known: { '/api/zines': { zines } } })
const heart = page.getByRole('button', { name: /Moths/ })

test('a favorite shows immediately, and then the server’s count', async () => {
  const answer = server.hold(toggling)
  await open()
  await heart.click()
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true')
  await expect.element(heart).toHaveTextContent('13')
  answer({ isFavorited: true, favoriteCount: 20 })
  await expect.element(heart).toHaveTextContent('20')
})

test('a new member who waits for approval sees a message', async () => {
  const error = 'Your account is waiting for approval.'
  server.answers[toggling] = refusal(403, error, 'awaiting_approval')
  await open()
  await heart.click()
  await said({ title: 'Error', description: error })
  await expect.element(heart).toHaveAttribute('aria-pressed', 'false')
})

test('only one toggle is in flight at a time, whichever favorite button is clicked', async () => {
  const other = exampleZine({ id: '0199a0b2-0000-7000-8000-00000000000d', title: 'Slugs: A Truce' })
  const answer = server.hold(toggling)
  await open([zine, other])
  await heart.click()
  await heart.click()
  await page.getByRole('button', { name: /Slugs/ }).click()
  expect(server.writes()).toHaveLength(1)
  answer({ isFavorited: true, favoriteCount: 13 })
  await vi.waitFor(async () => {
    await heart.click()
    expect(server.writes()).toHaveLength(2)
  }, 30_000)
})

test('a failed save is undone with a message', async () => {
  server.answers[toggling] = new Response('', { status: 500 })
  await open()
  await heart.click()
  await said({ title: 'Error', description: 'Could not update favorite status', variant: 'destructive' })
  await expect.element(heart).toHaveAttribute('aria-pressed', 'false')
  await expect.element(heart).toHaveTextContent('12')
})

test('a count of nothing is not shown', async () => {
  await open([exampleZine({ favoriteCount: 0 })])
  await expect.element(heart).toHaveTextContent('')
})
