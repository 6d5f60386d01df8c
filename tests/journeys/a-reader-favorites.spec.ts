import { expect, register, reload, test, uniqueName, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

test('a guest who favorites or follows is asked to sign in, which then happens', async ({
  page,
  otherRequest,
  playwright,
  baseURL,
}) => {
  const creator = await register(otherRequest)
  const zine = await publish(otherRequest, uniqueName('Loved'))
  const reader = await register(await playwright.request.newContext({ baseURL }))

  await visit(page, '/about')
  await page.evaluate(() => window.dispatchEvent(new Event('foldout:open-sign-in')))
  await expect(page.getByRole('dialog').getByLabel('Email or username')).toBeVisible()
  await visit(page, `/?q=${zine.title}`)
  const favoriteButton = page.getByRole('button', { name: `Favorite ${zine.title}` })
  await favoriteButton.click()
  const modal = page.getByRole('dialog')
  await expect(modal).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()

  await visit(page, `/profile/${creator.id}`)
  const follow = page.getByRole('button', { name: /Follow(ing)? / })
  await follow.click()
  await modal.getByLabel('Email or username').fill(reader.username)
  await modal.getByLabel('Password').fill(reader.password)
  await modal.getByRole('button', { name: 'Sign In' }).click()
  await expect(modal).toBeHidden()
  await expect(page).toHaveURL(`/profile/${creator.id}`)
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('1 follower', { exact: true })).toBeVisible()

  await visit(page, `/?q=${zine.title}`)
  await favoriteButton.click()
  await expect(favoriteButton).toHaveAttribute('aria-pressed', 'true')
  await expect(favoriteButton).toHaveText('1')
  await page.getByRole('tab', { name: 'Favorites' }).click()
  await expect(page.getByRole('link', { name: zine.title })).toBeVisible()
  await reload(page)
  await favoriteButton.click()
  await expect(page.getByRole('link', { name: zine.title })).toBeHidden()
})
