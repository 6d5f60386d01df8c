import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { flatPages } from '#server/documents/pdf.testing.ts'
import { expect, fixtures, press, register, test, toast, visit } from '../support/journey.ts'

const spreadsheet = `title;files;alt texts;shelf mark
Moths;a.png;A moth;A 1
Broken;b.png;;A 2
Lost;c.png;;A 3
Benches;benches.pdf;;A 4
Tides;tides.mp4;Waves;A 5`

async function createZip() {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(spreadsheet), 'zines.csv')
  for (const [at, path] of fixtures('see-through.png', 'truncated.jpg').entries())
    zip.addBuffer(readFileSync(path), at === 0 ? 'a.png' : 'b.png')
  zip.addBuffer(flatPages(2), 'benches.pdf')
  for (const path of fixtures('clip.mp4')) zip.addBuffer(readFileSync(path), 'tides.mp4')
  zip.end()
  return { name: 'library.zip', mimeType: 'application/zip', buffer: await buffer(zip.outputStream) }
}

test('a zip of zines becomes drafts, and the page shows the result of each row', async ({ page }) => {
  const maker = await register(page.request)
  await visit(page, `/profile/${maker.id}`)
  await press(page, 'Profile menu', 'Import zines')
  await expect(page.getByRole('heading', { name: 'Import zines' })).toBeVisible()
  await page.getByText('How to write the CSV').click()
  await expect(page.getByText('needed: images as a list, or a folder of them')).toBeVisible()

  await page.getByLabel('Choose a zip').setInputFiles(await createZip())
  await expect(page.getByText('3 new drafts, 2 skipped')).toBeVisible()
  await expect(page.getByText('Ignored this column: shelf mark.')).toBeVisible()
  const rows = page.getByRole('listitem').filter({ hasText: /^row/ })
  await expect(rows).toHaveText([
    /^row 2Mothsnew draft$/,
    /^row 3Brokenb\.png: .+skipped$/,
    /There is no file named c\.png\./,
    /^row 5Benchesnew draft$/,
    /^row 6Tidesnew draft$/,
  ])

  await page.getByLabel('Choose a zip').setInputFiles(await createZip())
  await expect(page.getByText('0 new drafts, 3 already imported, 2 skipped')).toBeVisible()
  const drafts = page.getByRole('region', { name: 'Imported drafts' })
  await expect(drafts.getByRole('listitem')).toHaveCount(3)
  await expect(drafts.getByRole('listitem').filter({ hasText: 'Benches' })).toContainText('2 pages')
  await drafts.getByRole('link', { name: 'Moths' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Moths')

  await page.goBack()
  await drafts.getByRole('link', { name: 'Tides' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Tides')
  await expect(page.getByRole('region', { name: 'The video' }).locator('video')).toBeVisible()
  await press(page, 'Publish')
  await expect(toast(page, 'Your zine is published.')).toBeVisible()
})
