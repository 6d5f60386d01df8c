import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../support/barriers.ts'
import { expect, fixtures, register, reload, test, toast, unique, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

async function choosePhoto(page: Page, name: string) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Change profile photo' }).click()
  await (await chooser).setFiles(fixtures(name))
}

test('a creator changes name, bio, links and photo where they stand, and visitors see it', async ({
  page,
  browser,
  baseURL,
}) => {
  const { id, username } = await register(page.request)
  const zine = await publish(page.request, unique('Kept'))
  await visit(page, `/profile/${id}`)
  await expect(page.getByRole('link', { name: zine.title })).toBeVisible()
  await expectNoBarrier(page)

  const renamed = unique('keeper')
  await page.getByRole('heading', { level: 1, name: username }).click({ force: true })
  await page.getByRole('textbox', { name: 'Username' }).fill(renamed)
  await expectNoBarrier(page)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Your profile has been updated successfully.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: renamed })).toBeVisible()
  await expect(page.getByRole('article').getByText(renamed)).toBeVisible()

  await page.getByRole('button', { name: 'Add a bio to tell people about yourself' }).click()
  const form = page.getByRole('form', { name: 'Edit your profile' })
  await form.getByRole('textbox', { name: 'Bio' }).fill('I draw moths.\nAt night.')
  await form.getByRole('textbox', { name: 'Website' }).first().fill('ftp://moths.example')
  await form.getByLabel('Contact email').fill('wren@moths.example')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Please enter a web address that starts with https://.')).toBeVisible()
  await expectNoBarrier(page)
  await form.getByRole('textbox', { name: 'Website' }).first().fill('kitchenwindowmoths.example')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: 'kitchenwindowmoths.e…' })).toHaveAttribute(
    'href',
    'https://kitchenwindowmoths.example',
  )

  await choosePhoto(page, 'document.pdf')
  await expect(toast(page, 'Please select an image file.')).toBeVisible()
  await choosePhoto(page, 'not-an-image.png')
  await expect(toast(page, 'Failed to upload profile image. Please try again.')).toBeVisible()

  await choosePhoto(page, 'photo-sideways-gps.jpg')
  const dialog = page.getByRole('dialog', { name: 'Profile photo' })
  await expect(dialog.getByRole('button', { name: 'Part of the picture to show' })).toBeFocused()
  await page.keyboard.press('+')
  await page.keyboard.press('ArrowUp')
  await expectNoBarrier(page)
  await dialog.getByRole('button', { name: 'Use this photo' }).click()
  await expect(toast(page, 'Your profile photo was updated successfully.')).toBeVisible()
  const photo = await page.locator('.profile-page-pic img').getAttribute('src')
  expect(photo).toMatch(/^\/media\//)
  await expect(page.locator('.header-who img')).toHaveAttribute('src', photo ?? '')
  await expect(page.getByRole('article').locator('img.avatar')).toHaveAttribute('src', photo ?? '')
  await reload(page)
  await expect(page.locator('.profile-page-pic img')).toHaveAttribute('src', photo ?? '')

  const visitor = await (await browser.newContext({ baseURL })).newPage()
  await visit(visitor, `/profile/${id}`)
  await expect(visitor.getByRole('heading', { level: 1, name: renamed })).toBeVisible()
  await expect(visitor.getByRole('heading', { level: 2, name: `${renamed}'s Zines` })).toBeVisible()
  await expect(visitor.getByText('I draw moths.')).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'wren@moths.example' })).toBeVisible()
  await expect(visitor.locator('.profile-page-pic img')).toHaveAttribute('src', photo ?? '')
  await expect(visitor.getByRole('button', { name: /Edit|Change profile photo|Profile menu/ })).toHaveCount(0)
  await expectNoBarrier(visitor)
  await visitor.context().close()

  await visit(page, `/public-profile/${id}`)
  await expect(page.getByRole('heading', { level: 2, name: `${renamed}'s Zines` })).toBeVisible()
  await expect(page.getByRole('button', { name: /Edit|Change profile photo|Follow/ })).toHaveCount(0)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/profile/${id}$`))
})

test('tabs stand in the address, and Back goes to the one before', async ({ page }) => {
  const { id } = await register(page.request)
  await visit(page, '/profile')
  await page.getByRole('tab', { name: 'Favorite Creators' }).click()
  await expect(page).toHaveURL('/profile?tab=favorites')
  await expect(page.getByRole('heading', { name: 'No favorite creators yet' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'No zines yet' })).toBeVisible()
  await expectNoBarrier(page)
  await visit(page, `/profile/${id}?tab=favorites`)
  await expect(page.getByRole('heading', { name: 'No favorite creators yet' })).toBeVisible()
  await expectNoBarrier(page)
})

test('an upload from one’s own profile is in the list at once', async ({ page }) => {
  await register(page.request)
  await visit(page, '/profile')
  const title = unique('Fresh')
  await page.getByRole('main').getByRole('button', { name: 'Upload' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create new post' })
  await dialog.locator('input[type=file]').first().setInputFiles(fixtures('photo.avif'))
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: title })).toBeVisible()
})

test('who is not there is not found, and machines are told who is', async ({ page, request }) => {
  const nobody = await request.get('/profile/0199a0b2-0000-7000-8000-0000000000ff')
  expect(nobody.status()).toBe(404)
  expect(await nobody.text()).toContain('User not found')
  const { id, username } = await register(page.request)
  const zine = await publish(page.request, unique('Told'))
  const profile = await (await request.get(`/profile/${id}`)).text()
  expect(profile).toContain(`/feeds/creators/${id}.atom`)
  expect(profile).toContain('application/json+oembed')
  expect(dataIn(profile)).toMatchObject({ '@type': 'ProfilePage', mainEntity: { name: username } })
  const opened = await (await request.get(`/zine/${zine.id}`)).text()
  expect(opened).toContain(`/api/zines/${zine.id}/record?as=zinecore2`)
  expect(opened).toContain(`/opds/zines/${zine.id}.json`)
  const told = dataIn(opened)
  expect(told).toMatchObject({ '@type': 'Book', name: zine.title, author: { name: username } })
  expect(told.image).toHaveLength(1)
  expect(await (await request.get('/')).text()).toContain('href="/feeds/zines.atom"')
  const searched = await (await request.get('/?tab=popular&q=moth&kind=comic')).text()
  expect(searched).toContain('href="/feeds/search.atom?search=moth&amp;filter=popular&amp;kind=comic"')
})

const dataIn = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? 'null')
