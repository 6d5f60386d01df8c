import { expectNoBarrier } from '../support/barriers.ts'
import { expect, fixtures, register, signIn, test, toast, unique, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

test('a file that a proxy refuses says what the proxy said', async ({ browser, baseURL }) => {
  // In a page of its own: the browser logs the refusal.
  const page = await browser.newPage({ baseURL })
  await register(page.request)
  await visit(page, '/')
  await page.route('**/api/uploads', (route) => route.fulfill({ status: 413, body: '<html></html>' }))
  await page.getByRole('button', { name: 'Upload' }).first().click()
  await page.getByRole('dialog').locator('input[type=file]').first().setInputFiles(fixtures('photo.avif'))
  await expect(toast(page, 'Upload failed: Payload Too Large')).toBeVisible()
  await page.close()
})

test('a new member registers, uploads three images in a chosen order and sees them in that order', async ({
  page,
}) => {
  const username = unique('maker')
  await visit(page, '/')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const account = page.getByRole('dialog')
  await account.getByRole('button', { name: 'Create Account' }).click()
  await account.getByLabel('Email').fill(`${username}@example.org`)
  await account.getByLabel('Username').fill(username)
  await account.getByLabel('Password').fill('correct horse')
  await account.getByRole('button', { name: 'Create Account' }).click()
  await expect(toast(page, 'Account created successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/profile\//)

  await page.getByRole('button', { name: 'Upload' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Create new post' })).toBeVisible()
  const order = ['photo-sideways-gps.jpg', 'print-cmyk.jpg', 'scan-16-bit.png']
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles(fixtures(...order))
  await expect(
    dialog.getByText('page 3 of 3, up to 5').or(dialog.getByText('page 1 of 3, up to 5')),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Page 3', exact: true }).click()
  await dialog.getByLabel(/What page 3 shows/).fill('A scan with sixteen bits')
  await dialog.getByRole('button', { name: 'Move page 3 earlier' }).click()
  await dialog.getByRole('button', { name: 'Move page 2 earlier' }).click()
  await expect(dialog.getByLabel(/What page 1 shows/)).toHaveValue('A scan with sixteen bits')
  await dialog.getByLabel('Title').fill(`Order of ${username}`)
  await dialog.getByText('9:16').click()
  await dialog.getByRole('button', { name: 'Share' }).click()
  await expect(toast(page, 'Your zine has been uploaded successfully.')).toBeVisible()
  await expect(dialog).toBeHidden()

  await visit(page, `/?q=${username}`)
  await page.getByRole('link', { name: `Order of ${username}` }).click()
  const zine = page.getByRole('dialog')
  await expect(zine.getByRole('img', { name: 'A scan with sixteen bits' })).toBeVisible()
  await expect(zine.getByText('9:16')).toBeVisible()
  const seen = await page.request.get(`/api/search/zines?search=${username}`)
  const [{ mediaUrls }] = (await seen.json()).zines
  expect(mediaUrls).toHaveLength(3)
  const sizes = await Promise.all(mediaUrls.map((url: string) => sizeOf(page, url)))
  expect(new Set(sizes.map(String)).size).toBeGreaterThan(1)
})

const sizeOf = (page: import('@playwright/test').Page, url: string) =>
  page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, url)

for (const [width, height] of [
  [320, 400],
  [390, 844],
] as const) {
  test(`on ${width} by ${height} a page, its arrows and its words are in sight together`, async ({
    page,
  }) => {
    await register(page.request)
    await page.setViewportSize({ width, height })
    await visit(page, '/')
    await page.getByRole('button', { name: 'Upload' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog
      .locator('input[type=file]')
      .first()
      .setInputFiles(fixtures('photo.avif', 'wide.webp', 'scan-16-bit.png'))
    const first = dialog.getByRole('button', { name: 'Page 1', exact: true })
    await expect(first).toHaveAccessibleDescription('no words yet')
    const together = async (number: number) => {
      const words = dialog.getByLabel(`What page ${number} shows`)
      await expect(words).toBeFocused()
      for (const part of [
        words,
        ...(await dialog.getByRole('button', { name: /^(Previous|Next) page$/ }).all()),
      ])
        await expect(part).toBeInViewport({ ratio: 1 })
      await expect(dialog.locator('img:not([alt=""])')).toBeInViewport({ ratio: 1 })
    }
    await dialog.getByLabel('What page 1 shows').focus()
    await together(1)
    await page.keyboard.type('A moth on a lamp')
    await expect(first).not.toHaveAccessibleDescription('no words yet')
    await dialog.getByRole('button', { name: 'Next page' }).click()
    await together(2)
    await page.keyboard.type('Four colours')
    await dialog.getByRole('button', { name: 'Next page' }).click()
    await together(3)
    await dialog.getByRole('button', { name: 'Previous page' }).click()
    await expect(dialog.getByLabel('What page 2 shows')).toHaveValue('Four colours')
    await expectNoBarrier(page)
  })
}

test('a member uploads a video, and it plays', async ({ page }) => {
  const person = await register(page.request)
  await visit(page, '/')
  await page.getByRole('button', { name: 'Upload' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').first().setInputFiles(fixtures('clip-vp9.webm'))
  await dialog.getByLabel('Title').fill(`Moving ${person.username}`)
  await dialog.getByRole('button', { name: 'Share' }).click()
  await expect(toast(page, 'Your zine has been uploaded successfully.')).toBeVisible()
  await visit(page, `/?q=${person.username}`)
  await page.getByRole('link', { name: `Moving ${person.username}` }).click()
  const video = page.getByRole('dialog').locator('video')
  await expect(video).toHaveAttribute('poster', /\.webp$/)
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    return element.play()
  })
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0.1)
})

test('files that cannot be a zine are refused in words', async ({ page }) => {
  await register(page.request)
  await visit(page, '/')
  await page.getByRole('button', { name: 'Upload' }).first().click()
  const dialog = page.getByRole('dialog')
  const choose = dialog.locator('input[type=file]').first()
  await choose.setInputFiles(fixtures('document.pdf'))
  await expect(dialog.getByText('Please select image or video files only.')).toBeVisible()
  await choose.setInputFiles(fixtures('clip.mp4', 'photo.avif'))
  await expect(dialog.getByText('You can only upload one video at a time.')).toBeVisible()
  await choose.setInputFiles(fixtures(...Array(6).fill('photo.avif')))
  await expect(dialog.getByText('You can upload up to 5 images or 1 video.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Share' }).click()
  await expect(
    dialog.getByText('Please fill in all required fields and select at least one file.'),
  ).toBeVisible()
  await choose.setInputFiles(fixtures('not-an-image.png'))
  await dialog.getByLabel('Title').fill('Not a picture')
  await dialog.getByRole('button', { name: 'Share' }).click()
  await expect(dialog.locator('.error').first()).toBeVisible()
  await expect(dialog.getByLabel('Title')).toHaveValue('Not a picture')
})

test('an owner deletes a zine, after being asked', async ({ page }) => {
  await register(page.request)
  const zine = await publish(page.request, unique('Short'))
  await visit(page, `/zine/${zine.id}`)
  await page.getByRole('button', { name: 'Zine menu' }).click()
  await page.getByRole('menuitem', { name: 'Delete Zine' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    `Are you sure you want to delete "${zine.title}"? This action cannot be undone.`,
  )
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: zine.title })).toBeVisible()
  await page.getByRole('button', { name: 'Zine menu' }).click()
  await page.getByRole('menuitem', { name: 'Delete Zine' }).click()
  await question.getByRole('button', { name: 'Delete Zine' }).click()
  await expect(toast(page, 'Zine deleted successfully')).toBeVisible()
  expect((await page.request.get(`/zine/${zine.id}`)).status()).toBe(404)
})

test('a visitor who is not the owner has no menu on a zine', async ({ page, playwright, baseURL }) => {
  const creator = await playwright.request.newContext({ baseURL })
  await register(creator)
  const zine = await publish(creator, unique('Not yours'))
  await register(page.request)
  await visit(page, `/zine/${zine.id}`)
  await expect(page.getByRole('heading', { name: zine.title })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Zine menu' })).toBeHidden()
})

test('a guest who uploads is asked to sign in', async ({ page, playwright, baseURL }) => {
  const person = await register(await playwright.request.newContext({ baseURL }))
  await visit(page, '/')
  await page.getByRole('button', { name: 'Upload' }).first().click()
  const prompt = page.getByRole('dialog')
  await expect(prompt.getByRole('heading', { name: 'Sign In Required' })).toBeVisible()
  await prompt.getByRole('button', { name: 'Cancel' }).click()
  await expect(prompt).toBeHidden()
  await signIn(page, person)
  await expect(toast(page, 'Logged in successfully!')).toBeVisible()
  await expect(page).toHaveURL(`/profile/${person.id}`)
})
