import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isSeen } from '#web/site/seen.testing.ts'
import { fakeCalls, field, openHome } from './home-page.testing.tsx'

const { asked, calls } = fakeCalls()

test('six placeholders are shown while a list loads', async () => {
  await openHome()
  await expect.element(page.getByText('Loading zines')).toBeInTheDocument()
  expect(document.querySelectorAll('.skeleton-blank')).toHaveLength(6)
  asked[0]?.answer(['Plot 14B'])
  await isSeen(page.getByRole('link', { name: 'Plot 14B' }))
  expect(document.querySelectorAll('.skeleton-blank')).toHaveLength(0)
})

test('nothing found offers to clear the search', async () => {
  await openHome('/?q=submarine')
  asked[0]?.answer([])
  await isSeen(page.getByRole('heading', { name: 'No zines found' }))
  await page.getByRole('button', { name: 'Clear search' }).click()
  await calls(2)
  expect(asked[1]?.path).toBe('/api/zines')
  await expect.element(field).toHaveValue('')
})

test('a slash goes to the search field', async () => {
  await openHome()
  await userEvent.keyboard('/')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('')
})

test('a guest’s favorites ask to sign in, and read nothing', async () => {
  await openHome('/?tab=favorites')
  await isSeen(page.getByRole('button', { name: 'Sign In' }))
  expect(asked).toEqual([])
})
