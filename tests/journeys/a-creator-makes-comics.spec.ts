import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { callApi, expect, fixtures, press, test, toast, visit } from '../support/journey.ts'
import {
  chooseTemplate,
  field,
  isSent,
  maker,
  openTable,
  pageButton,
  saveState,
  storedPages,
} from '../support/page-maker.ts'

const photos = [
  'photo.avif',
  'wide.webp',
  'print-cmyk.jpg',
  'photo-sideways-gps.jpg',
  'scan-16-bit.png',
  'see-through.png',
]

/** Sends a picture from the device and describes it. */
async function addPicture(page: Page, name: string, { file, altText }: { file: string; altText: string }) {
  await maker(page).getByLabel(`Choose ${name}`).setInputFiles(fixtures(file))
  const description = maker(page).getByLabel(new RegExp(`^What (the )?${name} shows`))
  await description.fill(altText, { timeout: 60_000 })
}

async function addPanels(page: Page, from: number, to: number) {
  for (let panel = from; panel <= to; panel += 1) {
    if (panel > 2) await press(maker(page), 'Add a panel')
    await addPicture(page, `image ${panel}`, { file: photos[panel - 1] ?? '', altText: `Moth ${panel}` })
    await maker(page).getByLabel(`Caption ${panel}`).fill(`Night ${panel}`)
  }
}

const moths = (count: number) =>
  `Comic. ${Array.from({ length: count }, (_, index) => `Panel ${index + 1}: Moth ${index + 1}.`).join(' ')}`
const nights = (count: number) => Array.from({ length: count }, (_, index) => `Night ${index + 1}`).join('\n\n')

test('comics and a picture with words and dots are made, published, and edited again', async ({ page }) => {
  test.slow()
  await openTable(page)
  await press(page, 'Make a page')
  await chooseTemplate(page, 'Comic')
  await addPanels(page, 1, 2)
  await press(maker(page), 'Add page')
  await isSent(page)
  await press(page, 'Add a page', 'Make a page')
  await chooseTemplate(page, 'Full image')
  await addPicture(page, 'image', { file: 'photo.avif', altText: 'A moth on a lamp' })
  await field(page, 'Heading').fill('The lamp')
  await field(page, 'Text').fill('It was on all night.')
  await maker(page).getByRole('radio', { name: 'In the inks, with coarse dots' }).check({ force: true })
  await press(maker(page), 'Add page')
  await isSent(page)
  await expect(saveState(page)).toHaveText('Saved')
  await press(page, 'Publish')
  await expect(page).toHaveURL(/\/zine\//)
  const zineId = new URL(page.url()).pathname.split('/')[2]
  const readPages = async () => (await callApi(page.request, 'get', `/api/zines/${zineId}`)).zine.pages
  const full = {
    altText: 'Page filled by a picture: The lamp. A moth on a lamp.',
    transcript: 'The lamp\n\nIt was on all night.',
    recipe: { treatment: 'coarse' },
  }
  const before = await readPages()
  expect(before).toMatchObject([{ altText: moths(2), transcript: nights(2) }, full])

  await visit(page, `/zine/${zineId}/edit`)
  await press(page, 'Edit page 1')
  await expect(maker(page).getByRole('img', { name: 'Moth 1', exact: true })).toBeVisible()
  await addPanels(page, 3, 6)
  await expectAccessible(page, 'a comic of six panels')
  await press(maker(page), 'Save page')
  await isSent(page)
  await press(page, 'Save changes')
  await expect(toast(page, 'Zine updated successfully')).toBeVisible()
  const after = await readPages()
  expect(after).toMatchObject([{ altText: moths(6), transcript: nights(6) }, full])
  const urlsOf = ([comic]: { recipe: { pictures: { url: string }[] } }[]) =>
    comic?.recipe.pictures.map(({ url }) => url)
  expect(urlsOf(after)?.slice(0, 2)).toEqual(urlsOf(before))
  expect(new Set(urlsOf(after)).size).toBe(6)
  expect([after[0].url === before[0].url, after[1].url === before[1].url]).toEqual([false, true])
})

/** The average brightness of the upper third of a picture, from 0 to 255, and the picture's shape. */
const lookAt = (page: Page, url: string) =>
  page.evaluate(async (address) => {
    const picture = await createImageBitmap(await (await fetch(address)).blob())
    const { width, height } = picture
    const pen = new OffscreenCanvas(width, Math.floor(height / 3)).getContext('2d')
    pen?.drawImage(picture, 0, 0)
    const data = pen?.getImageData(0, 0, width, Math.floor(height / 3)).data ?? []
    let sum = 0
    for (let at = 0; at < data.length; at += 4) sum += data[at] ?? 0
    return { brightness: sum / (data.length / 4), ratio: width / height }
  }, url)

test('a comic gets its pictures from the table, and follows the paper of the zine', async ({ page }) => {
  test.slow()
  await openTable(page)
  await page.getByLabel('Choose images').setInputFiles(fixtures('photo.avif'))
  await expect(pageButton(page, 1)).toBeVisible()
  await isSent(page)
  await page.getByLabel(/^What page 1 shows/).fill('A photo')
  await press(page, 'Add a page', 'Make a page')
  await maker(page).getByRole('radio', { name: 'Comic' }).check({ force: true })
  await maker(page).getByLabel('Caption 1').fill('Dusk')
  await maker(page).getByLabel('Caption 2').fill('Night')
  await press(maker(page), 'Add page')
  await isSent(page)
  await expect.poll(async () => (await storedPages(page)).length).toBe(2)
  const empty = await lookAt(page, (await storedPages(page))[1]?.url ?? '')

  await press(page, 'Edit page 2')
  await maker(page).getByText('Or use one from the layout table').first().click()
  await press(maker(page), 'A photo')
  await press(maker(page), 'Save page')
  await isSent(page)
  await expect.poll(async () => (await storedPages(page))[1]?.altText).toBe('Comic. Panel 1: A photo.')
  const filled = await lookAt(page, (await storedPages(page))[1]?.url ?? '')
  expect(filled.brightness).toBeLessThan(empty.brightness - 10)

  await page.getByRole('radio', { name: 'Square' }).check({ force: true })
  await press(page, 'Redraw it')
  await expect(page.getByText('1 page redrawn.')).toBeVisible()
  await expect(saveState(page)).toHaveText('Saved')
  const [, square] = await storedPages(page)
  expect(square).toMatchObject({ altText: 'Comic. Panel 1: A photo.', transcript: 'Dusk\n\nNight' })
  expect((await lookAt(page, square?.url ?? '')).ratio).toBe(1)
  await press(page, 'Undo')
  await expect(page.getByText('1 page made here still has an old format or number.')).toBeVisible()
})
