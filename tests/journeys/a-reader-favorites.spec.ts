import { expect, register, reload, signIn, test, unique, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

test('a guest who favorites is asked to sign in, and then can', async ({ page, playwright, baseURL }) => {
  const creator = await playwright.request.newContext({ baseURL })
  await register(creator)
  const zine = await publish(creator, unique('Loved'))
  const reader = await register(await playwright.request.newContext({ baseURL }))

  await visit(page, '/about')
  await page.evaluate(() => window.dispatchEvent(new Event('foldout:open-sign-in')))
  await expect(page.getByRole('dialog').getByLabel('Email or username')).toBeVisible()
  await visit(page, `/?q=${zine.title}`)
  const heart = page.getByRole('button', { name: `Favorite ${zine.title}` })
  await heart.click()
  const modal = page.getByRole('dialog')
  await expect(modal).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await signIn(page, reader)
  await expect(page).toHaveURL(`/profile/${reader.id}`)

  await visit(page, `/?q=${zine.title}`)
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await expect(heart).toHaveText('1')
  await page.getByRole('tab', { name: 'Favorites' }).click()
  await expect(page.getByRole('link', { name: zine.title })).toBeVisible()
  await reload(page)
  await expect(page.getByRole('link', { name: zine.title })).toBeVisible()
  await page.getByRole('button', { name: `Favorite ${zine.title}` }).click()
  await expect(page.getByRole('link', { name: zine.title })).toBeHidden()
})
