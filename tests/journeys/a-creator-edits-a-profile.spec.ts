import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, fixtures, press, register, test, toast, uniqueName, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

async function choosePhoto(page: Page, name: string) {
  const chooser = page.waitForEvent('filechooser')
  await press(page, 'Change profile photo')
  await (await chooser).setFiles(fixtures(name))
}

test('a creator changes the profile in place, and visitors see it', async ({ page, browser, baseURL }) => {
  const { id, username } = await register(page.request)
  await publish(page.request, uniqueName('Kept'))
  await visit(page, `/profile/${id}`)
  const renamed = uniqueName('keeper')
  await page.getByRole('heading', { level: 1, name: username }).click({ force: true })
  await page.getByRole('textbox', { name: 'Username' }).fill(renamed)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Your profile has been updated successfully.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: renamed })).toBeVisible()
  await expect(page.getByRole('article').getByText(renamed)).toBeVisible()

  await press(page, 'Add a bio to tell people about yourself')
  const form = page.getByRole('form', { name: 'Edit your profile' })
  await form.getByRole('textbox', { name: 'Bio' }).fill('I draw moths.\nAt night.')
  await form.getByRole('textbox', { name: 'Website' }).first().fill('kitchenwindowmoths.example')
  await form.getByLabel('Contact email').fill('wren@moths.example')
  await press(form, 'Save')
  const website = page.getByRole('link', { name: 'kitchenwindowmoths.e…' })
  await expect(website).toHaveAttribute('href', 'https://kitchenwindowmoths.example')

  await choosePhoto(page, 'not-an-image.png')
  await expect(
    toast(
      page,
      'This file can’t be opened as an image. It may be damaged, or not an image at all. Save it as JPEG or PNG and try again.',
    ),
  ).toBeVisible()
  await choosePhoto(page, 'photo-sideways-gps.jpg')
  const photoDialog = page.getByRole('dialog', { name: 'Profile photo' })
  await expect(photoDialog.getByRole('button', { name: 'Part of the photo to show' })).toBeFocused()
  await expectAccessible(page, 'a new photo')
  await page.keyboard.press('+')
  await page.keyboard.press('ArrowUp')
  await press(photoDialog, 'Use this photo')
  await expect(toast(page, 'Your profile photo was updated successfully.')).toBeVisible()
  const photo = (await page.locator('.profile-page-pic img').getAttribute('src')) ?? ''
  expect(photo).toMatch(/^\/media\//)
  await expect(page.locator('.header-account img')).toHaveAttribute('src', photo)
  await expect(page.getByRole('article').locator('img.avatar')).toHaveAttribute('src', photo)

  const visitor = await (await browser.newContext({ baseURL })).newPage()
  await visit(visitor, `/profile/${id}`)
  await expect(visitor.getByRole('heading', { level: 1, name: renamed })).toBeVisible()
  await expect(visitor.getByRole('heading', { level: 2, name: `${renamed}'s Zines` })).toBeVisible()
  await expect(visitor.getByText('I draw moths.')).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'wren@moths.example' })).toBeVisible()
  await expect(visitor.locator('.profile-page-pic img')).toHaveAttribute('src', photo)
  await expect(visitor.getByRole('button', { name: /Edit|Change profile photo|Profile menu/ })).toHaveCount(0)
  await visitor.context().close()

  await visit(page, `/public-profile/${id}`)
  await expect(page.getByRole('heading', { level: 2, name: `${renamed}'s Zines` })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Edit|Change profile photo|Follow/ })).toHaveCount(0)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/profile/${id}$`))
})
