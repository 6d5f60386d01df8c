import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { Creator } from '#contract/creators.ts'
import { createQueries } from '#web/api/queries.ts'
import { creatorsQuery } from '#web/home/home-address.ts'
import { FavoriteCreators } from '#web/profile/favorite-creators.tsx'
import { fakeServer, memberId } from '#web/site/site.testing.tsx'
import { CreatorsTab } from './creator-rack.tsx'
import { exampleCreator } from './example-creator.testing.ts'

const path = '/api/search/users'
const favorites = `/api/users/${memberId}/favorite-creators`
const another = '0199a0b2-0000-7000-8000-00000000000d'
const server = fakeServer({})
const answer = (creators: Creator[], nextCursor: string | null = null) => ({ creators, nextCursor })

const show = (tab = <CreatorsTab list={creatorsQuery()} />) =>
  render(
    <QueryClientProvider client={createQueries()}>
      <MemoryRouter>{tab}</MemoryRouter>
    </QueryClientProvider>,
  )

const card = page.getByRole('article')

test('a card counts in the right number', async () => {
  server.answers[path] = answer([
    exampleCreator({ zine_count: 1, follower_count: 1840 }),
    exampleCreator({ id: another, username: 'knitwit', zine_count: 0, follower_count: 0 }),
  ])
  await show()
  await expect.element(card.first().getByText('1 zine', { exact: true })).toBeVisible()
  await expect.element(card.first().getByText('1,840 followers')).toBeVisible()
  await expect.element(card.last().getByText('KN', { exact: true })).toBeVisible()
  await expect.element(card.last().getByText('0 zines')).toBeVisible()
  await expect.element(card.last().getByText('0 followers')).toBeVisible()
  await expect.element(page.getByText('2 creators, all of them awake')).toBeVisible()
  const profile = page.getByRole('link', { name: 'View Profile of knitwit' })
  await expect.element(profile).toHaveAttribute('href', `/profile/${another}`)
})

test('nobody found is told, with what to do', async () => {
  server.answers[path] = answer([])
  await show()
  await expect.element(page.getByRole('heading', { name: 'No creators found' })).toBeVisible()
  await expect.element(page.getByText('Try adjusting your search terms.')).toBeVisible()
})

test('favorite creators are loaded in parts, with focus on the first new one, until the end', async () => {
  server.answers[favorites] = answer([exampleCreator({})], 'next')
  server.answers[`${favorites}?cursor=next`] = answer([exampleCreator({ id: another, username: 'knitwit' })])
  await show(<FavoriteCreators userId={memberId} />)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.element(page.getByRole('link', { name: 'View Profile of knitwit' })).toHaveFocus()
  await expect.element(page.getByText('2 creators, and that is everyone')).toBeVisible()
})

test('favorite creators that could not be read can be asked for again', async () => {
  await show(<FavoriteCreators userId={memberId} />)
  await expect.element(page.getByText('Your favorite creators could not be reached')).toBeVisible()
  server.answers[favorites] = answer([exampleCreator({})])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(card).toBeVisible()
})

test('who follows nobody is led to the creators', async () => {
  server.answers[favorites] = answer([])
  await show(<FavoriteCreators userId={memberId} />)
  await expect
    .element(page.getByRole('link', { name: 'Find creators' }))
    .toHaveAttribute('href', '/?tab=creators')
})
