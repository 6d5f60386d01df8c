import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Creator } from '#contract/creators.ts'
import { creatorsQuery } from '#web/home/home-address.ts'
import { FavoriteCreators } from '#web/profile/favorite-creators.tsx'
import { isSeen } from '#web/site/seen.testing.ts'
import { fakeServer, memberId, show } from '#web/site/site.testing.tsx'
import { CreatorsTab } from './creator-rack.tsx'
import { exampleCreator } from './example-creator.testing.ts'

const path = '/api/search/users'
const favorites = `/api/users/${memberId}/favorite-creators`
const another = '0199a0b2-0000-7000-8000-00000000000d'
const server = fakeServer({})
const answer = (creators: Creator[], nextCursor: string | null = null) => ({ creators, nextCursor })

const open = (tab = <CreatorsTab list={creatorsQuery()} />) => show(tab)

const card = page.getByRole('article')

test('a card counts in the right number', async () => {
  server.answers[path] = answer([
    exampleCreator({ zine_count: 1, follower_count: 1840 }),
    exampleCreator({ id: another, username: 'knitwit', zine_count: 0, follower_count: 0 }),
  ])
  await open()
  await isSeen(card.first().getByText('1 zine', { exact: true }))
  await isSeen(card.first().getByText('1,840 followers'))
  await isSeen(card.last().getByText('KN', { exact: true }))
  await isSeen(card.last().getByText('0 zines'))
  await isSeen(card.last().getByText('0 followers'))
  await isSeen('2 creators, all of them awake')
  const profile = page.getByRole('link', { name: 'View Profile of knitwit' })
  await expect.element(profile).toHaveAttribute('href', `/profile/${another}`)
})

test('an empty result says what to do', async () => {
  server.answers[path] = answer([])
  await open()
  await isSeen(page.getByRole('heading', { name: 'No creators found' }))
  await isSeen('Try adjusting your search terms.')
})

test('favorite creators are loaded in parts, with focus on the first new one, until the end', async () => {
  server.answers[favorites] = answer([exampleCreator({})], 'next')
  server.answers[`${favorites}?cursor=next`] = answer([exampleCreator({ id: another, username: 'knitwit' })])
  await open(<FavoriteCreators userId={memberId} />)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.element(page.getByRole('link', { name: 'View Profile of knitwit' })).toHaveFocus()
  await isSeen('2 creators, and that is everyone')
})

test('favorite creators that failed to load can be loaded again', async () => {
  await open(<FavoriteCreators userId={memberId} />)
  await isSeen('Your favorite creators could not be loaded')
  server.answers[favorites] = answer([exampleCreator({})])
  await page.getByRole('button', { name: 'Try again' }).click()
  await isSeen(card)
})
