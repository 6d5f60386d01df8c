import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { creatorsQuery } from '#web/home/home-address.ts'
import { FavoriteCreators } from '#web/profile/favorite-creators.tsx'
import { expectVisible } from '#web/site/expectations.testing.ts'
import { fakeServer, memberId, renderInSite } from '#web/site/site.testing.tsx'
import { CreatorsTab } from './creator-rack.tsx'
import { creatorsResponse, exampleCreator } from './example-creator.testing.ts'

const path = '/api/search/users'
const favorites = `/api/users/${memberId}/favorite-creators`
const otherId = '0199a0b2-0000-7000-8000-00000000000d'
const server = fakeServer({})

const open = (tab = <CreatorsTab list={creatorsQuery()} />) => renderInSite(tab)

const card = page.getByRole('article')

test('a card counts in the right number', async () => {
  server.responses[path] = creatorsResponse([
    exampleCreator({ zine_count: 1, follower_count: 1840 }),
    exampleCreator({ id: otherId, username: 'knitwit', zine_count: 0, follower_count: 0 }),
  ])
  await open()
  await expectVisible(card.first().getByText('1 zine', { exact: true }))
  await expectVisible(card.first().getByText('1,840 followers'))
  await expectVisible(card.last().getByText('KN', { exact: true }))
  await expectVisible(card.last().getByText('0 zines'))
  await expectVisible(card.last().getByText('0 followers'))
  await expectVisible('2 creators, all of them awake')
  const profile = page.getByRole('link', { name: 'View Profile of knitwit' })
  await expect.element(profile).toHaveAttribute('href', `/profile/${otherId}`)
})

test('an empty result says what to do', async () => {
  server.responses[path] = creatorsResponse([])
  await open()
  await expectVisible(page.getByRole('heading', { name: 'No creators found' }))
  await expectVisible('Try adjusting your search terms.')
})

test('favorite creators are loaded in parts, with focus on the first new one, until the end', async () => {
  server.responses[favorites] = creatorsResponse([exampleCreator({})], 'next')
  server.responses[`${favorites}?cursor=next`] = creatorsResponse([
    exampleCreator({ id: otherId, username: 'knitwit' }),
  ])
  await open(<FavoriteCreators userId={memberId} />)
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect.element(page.getByRole('link', { name: 'View Profile of knitwit' })).toHaveFocus()
  await expectVisible('2 creators, and that is everyone')
})

test('favorite creators that failed to load can be loaded again', async () => {
  await open(<FavoriteCreators userId={memberId} />)
  await expectVisible('Your favorite creators could not be loaded')
  server.responses[favorites] = creatorsResponse([exampleCreator({})])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectVisible(card)
})
