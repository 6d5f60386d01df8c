import { expect, register, reload, test, toast, unique, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

test('a reader follows a creator, finds them on the own profile, and stops following in another tab', async ({
  page,
  playwright,
  baseURL,
}) => {
  const elsewhere = await playwright.request.newContext({ baseURL })
  const creator = await register(elsewhere, unique('maker'))
  await publish(elsewhere, unique('Followed'))
  const other = await playwright.request.newContext({ baseURL })
  await register(other)
  const reader = await register(page.request)

  await visit(page, `/?tab=creators&q=${creator.username}`)
  await page.getByRole('link', { name: `View Profile of ${creator.username}` }).click()
  await expect(page).toHaveURL(`/profile/${creator.id}`)
  const button = page.getByRole('button', { name: `Follow ${creator.username}` })
  const pressed = page.getByRole('button', { name: `Following ${creator.username}` })
  await expect(button).toBeVisible()
  await other.post('/api/favorites/creators', { data: { creatorId: creator.id } })
  await button.click()
  await expect(toast(page, 'Followed successfully')).toBeVisible()
  await expect(pressed).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('2 followers', { exact: true })).toBeVisible()
  await reload(page)
  await expect(pressed).toBeVisible()

  const own = await page.context().newPage()
  await visit(own, `/profile/${reader.id}?tab=favorites`)
  const card = own.getByRole('article').filter({ hasText: creator.username })
  await expect(card.getByText('2 followers', { exact: true })).toBeVisible()

  await page.bringToFront()
  await pressed.click()
  await expect(toast(page, 'Unfollowed successfully')).toBeVisible()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(card).toBeHidden()
  await own.bringToFront()
  await expect(own.getByRole('link', { name: 'Find creators' })).toBeVisible()
  await own.getByRole('link', { name: 'Find creators' }).click()
  await expect(own).toHaveURL('/?tab=creators')
})

test('a guest is asked to sign in, stays on the profile, and can then follow', async ({
  page,
  playwright,
  baseURL,
}) => {
  const creator = await register(await playwright.request.newContext({ baseURL }))
  const reader = await register(await playwright.request.newContext({ baseURL }))
  await visit(page, `/profile/${creator.id}`)
  const button = page.getByRole('button', { name: /Follow(ing)? / })
  await button.click()
  const modal = page.getByRole('dialog')
  await modal.getByLabel('Email or username').fill(reader.username)
  await modal.getByLabel('Password').fill(reader.password)
  await modal.getByRole('button', { name: 'Sign In' }).click()
  await expect(modal).toBeHidden()
  await expect(page).toHaveURL(`/profile/${creator.id}`)
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('1 follower', { exact: true })).toBeVisible()
})
