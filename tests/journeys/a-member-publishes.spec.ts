import type { Locator, Page } from '@playwright/test'
import { callApi, expect, fixtures, press, register, test, toast, uniqueName, visit } from '../support/journey.ts'

test('a new member registers and uploads three images in a chosen order', async ({ page }) => {
  const username = uniqueName('maker')
  await visit(page, '/')
  await press(page, 'Sign in', 'Create Account')
  const account = page.getByRole('dialog')
  await account.getByLabel('Email').fill(`${username}@example.org`)
  await account.getByLabel('Username').fill(username)
  await account.getByLabel('Password').fill('correct horse')
  await press(account, 'Create Account')
  await expect(toast(page, 'Account created successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/profile\//)

  await press(page.getByRole('banner'), 'Upload')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Create new post' })).toBeVisible()
  const order = ['photo-sideways-gps.jpg', 'print-cmyk.jpg', 'scan-16-bit.png']
  const files = dialog.locator('input[type=file]').first()
  await files.setInputFiles(fixtures(...order))
  await expect(dialog.getByText(/^page [13] of 3 \(limit: 5\)$/)).toBeVisible()
  await press(dialog, 'Page 3')
  await dialog.getByLabel(/What page 3 shows/).fill('A scan with sixteen bits')
  await press(dialog, 'Move page 3 earlier', 'Move page 2 earlier')
  await expect(dialog.getByLabel(/What page 1 shows/)).toHaveValue('A scan with sixteen bits')
  await dialog.getByLabel('Title').fill(`Order of ${username}`)
  await dialog.getByText('9:16').click()
  await press(dialog, 'Share')
  await expect(toast(page, 'Your zine has been uploaded successfully.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('main').getByRole('link', { name: `Order of ${username}` })).toBeVisible()

  await visit(page, `/?q=${username}`)
  await page.getByRole('link', { name: `Order of ${username}` }).click()
  const zine = page.getByRole('dialog')
  await expect(zine.getByRole('img', { name: 'A scan with sixteen bits' })).toBeVisible()
  await expect(zine.getByText('9:16')).toBeVisible()
  const [{ mediaUrls }] = (await callApi(page.request, 'get', `/api/search/zines?search=${username}`)).zines
  expect(mediaUrls).toHaveLength(3)
  const sizes = await Promise.all(mediaUrls.map((url: string) => sizeOf(page, url)))
  expect(new Set(sizes.map(String)).size).toBeGreaterThan(1)
})

const sizeOf = (page: Page, url: string) =>
  page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, url)

const a5Page = (name: string, colour: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1480" height="2100"><rect width="1480" height="2100" fill="${colour}"/></svg>`
  return { name, mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }
}

for (const width of [390, 1280]) {
  test(`A5 pages uploaded in a window of ${width} pixels are on A-size paper, and another paper shows them whole`, async ({
    page,
  }) => {
    const person = await register(page.request)
    await page.setViewportSize({ width, height: 900 })
    await visit(page, '/')
    await press(page.getByRole('banner'), 'Upload')
    const dialog = page.getByRole('dialog')
    const files = [a5Page('1.svg', '#0078bf'), a5Page('2.svg', '#ffb511')]
    await dialog.locator('input[type=file]').first().setInputFiles(files)
    await expect(dialog.getByRole('radio', { name: 'Same as the images: A-size' })).toBeChecked()
    const ratioOf = async (picture: Locator) => {
      const box = await picture.boundingBox()
      return box && Number((box.width / box.height).toFixed(2))
    }
    const preview = dialog.getByRole('img', { name: 'Page 1', exact: true })
    await dialog.getByText('Square', { exact: true }).click()
    await expect.poll(() => ratioOf(preview)).toBe(1)
    await dialog.getByText('Same as the images: A-size').click()
    await expect.poll(() => ratioOf(preview)).toBe(0.7)
    await dialog.getByLabel('Title').fill(`A5 of ${person.username}`)
    await press(dialog, 'Share')
    await expect(toast(page, 'Your zine has been uploaded successfully.')).toBeVisible()
    const [zine] = (await callApi(page.request, 'get', `/api/users/${person.id}/zines`)).zines
    expect(zine).toMatchObject({ aspectRatio: '4:5', paper: 'pictures' })

    await visit(page, `/zine/${zine.id}`)
    await expect(page.getByText('Aspect ratio A-size')).toBeVisible()
    await visit(page, `/zine/${zine.id}/edit`)
    await page.getByText('Half-letter', { exact: true }).click()
    await press(page.getByRole('main'), 'Save changes')
    await expect(toast(page, 'Zine updated successfully')).toBeVisible()
    await expect(page.getByText('Aspect ratio Half-letter')).toBeVisible()
    const cover = page.getByRole('img', { name: `Cover of A5 of ${person.username}` })
    await expect.poll(() => ratioOf(cover)).toBe(0.65)
  })
}

test('on a small phone a page, its arrows and its words are in sight together', async ({ page }) => {
  await register(page.request)
  await page.setViewportSize({ width: 320, height: 400 })
  await visit(page, '/')
  await press(page.getByRole('banner'), 'Upload')
  const dialog = page.getByRole('dialog')
  const files = fixtures('photo.avif', 'wide.webp', 'scan-16-bit.png')
  await dialog.locator('input[type=file]').first().setInputFiles(files)
  const wordsOf = (number: number) => dialog.getByLabel(`What page ${number} shows`)
  const together = async (number: number) => {
    await expect(wordsOf(number)).toBeFocused()
    const arrows = await dialog.getByRole('button', { name: /^(Previous|Next) page$/ }).all()
    for (const part of [wordsOf(number), ...arrows, dialog.locator('img:not([alt=""])')])
      await expect(part).toBeInViewport({ ratio: 1 })
  }
  await wordsOf(1).focus()
  await together(1)
  await page.keyboard.type('A moth on a lamp')
  await press(dialog, 'Next page')
  await together(2)
  await press(dialog, 'Previous page')
  await expect(wordsOf(1)).toHaveValue('A moth on a lamp')
})

test('a member uploads a video with captions, and it plays', async ({ page }) => {
  const person = await register(page.request)
  await visit(page, '/')
  await press(page.getByRole('banner'), 'Upload')
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').first().setInputFiles(fixtures('clip-vp9.webm'))
  await dialog.getByLabel('Title').fill(`Moving ${person.username}`)
  const srt = '1\n00:00:00,000 --> 00:01:00,000\nLas olas.\n'
  await dialog
    .getByLabel('Add captions')
    .setInputFiles({ name: 'waves.es.srt', mimeType: 'text/plain', buffer: Buffer.from(srt) })
  await expect(dialog.getByRole('list', { name: 'Languages of the captions' })).toHaveText('Spanish')
  await press(dialog, 'Share')
  await expect(toast(page, 'Your zine has been uploaded successfully.')).toBeVisible()
  await visit(page, `/?q=${person.username}`)
  await page.getByRole('link', { name: `Moving ${person.username}` }).click()
  const video = page.getByRole('dialog').locator('video')
  await expect(video).toHaveAttribute('poster', /\.webp$/)
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    return element.play()
  })
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.1)
  const readCaptions = () =>
    video.evaluate((element: HTMLVideoElement) => {
      const [track] = element.textTracks
      if (track) track.mode = 'showing'
      return [track?.label, track?.language, (track?.activeCues?.[0] as VTTCue | undefined)?.text]
    })
  await expect.poll(readCaptions).toEqual(['Spanish', 'es', 'Las olas.'])
})
