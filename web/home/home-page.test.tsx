import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectVisible } from '#web/site/expectations.testing.ts'
import { fakeCalls, openHome, searchField } from './home-page.testing.tsx'

const { respond, requests, expectRequests } = fakeCalls()

test('six placeholders are shown while a list loads', async () => {
  await openHome()
  await expect.element(page.getByText('Loading zines')).toBeInTheDocument()
  expect(document.querySelectorAll('.skeleton-blank')).toHaveLength(6)
  await respond(0, ['Plot 14B'])
  await expectVisible(page.getByRole('link', { name: 'Plot 14B' }))
  expect(document.querySelectorAll('.skeleton-blank')).toHaveLength(0)
})

test('nothing found offers to clear the search', async () => {
  await openHome('/?q=submarine')
  await respond(0, [])
  await expectVisible(page.getByRole('heading', { name: 'No zines found' }))
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expectRequests(2)
  expect(requests[1]?.path).toBe('/api/zines')
  await expect.element(searchField).toHaveValue('')
})

test('a slash goes to the search field', async () => {
  await openHome()
  await userEvent.keyboard('/')
  await expect.element(searchField).toHaveFocus()
  await expect.element(searchField).toHaveValue('')
})

test('a guest’s favorites ask to sign in, and read nothing', async () => {
  await openHome('/?tab=favorites')
  await expectVisible(page.getByRole('button', { name: 'Sign In' }))
  expect(requests).toEqual([])
})
