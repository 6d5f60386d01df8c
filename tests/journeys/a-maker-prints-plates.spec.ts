import { readFile } from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, press, test, visit } from '../support/journey.ts'
import { field, isSent, maker, openTable } from '../support/page-maker.ts'

/** The average darkness of each page of a PDF, between 0 and 1. */
async function darknessOf(bytes: Uint8Array) {
  const library = await PDFiumLibrary.init()
  const pdf = await library.loadDocument(bytes)
  const darkness: number[] = []
  for (const page of pdf.pages()) {
    const { data } = await page.render({ scale: 0.5, render: 'bitmap' })
    darkness.push(1 - data.reduce((sum, value, at) => (at % 4 < 3 ? sum + value : sum), 0) / (data.length * 0.75) / 255)
  }
  const text = [...pdf.pages()].map((page) => page.getText()).join('\n')
  pdf.destroy()
  library.destroy()
  return { darkness, text }
}

test('a maker makes plates for pink and blue from a draft', async ({ page }) => {
  await openTable(page)
  await press(page, 'Make a page')
  await field(page, 'Title').fill('Eleven Moths')
  const ink = (group: RegExp, name: string) =>
    maker(page).getByRole('group', { name: group }).getByRole('radio', { name, exact: true }).check({ force: true })
  await ink(/^Ink:/, 'Blue')
  await ink(/^Second ink:/, 'Pink')
  await press(maker(page), 'Add page')
  await isSent(page)
  const id = new URL(page.url()).pathname.split('/').at(-1)
  await expect(page.locator('.session-state')).toHaveText('Saved')

  await visit(page, `/draft/${id}/print?paper=a4`)
  await press(page, 'Set up the plates')
  await expect(page.getByRole('list').filter({ hasText: '1. Pink2. Blue' })).toBeVisible()
  await press(page, 'Make the plates')
  await expect(page.getByRole('button', { name: 'Save all' })).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page, 'plates', page.getByRole('link', { name: 'Save Eleven-Moths-1-pink.pdf' }))
  const saved: Record<string, Awaited<ReturnType<typeof darknessOf>>> = {}
  for (const name of ['Eleven-Moths-0-cover-sheet.pdf', 'Eleven-Moths-1-pink.pdf', 'Eleven-Moths-2-blue.pdf']) {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: `Save ${name}` }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(name)
    if (process.env.PLATES_DIR) await file.saveAs(`${process.env.PLATES_DIR}/${name}`)
    saved[name] = await darknessOf(await readFile(await file.path()))
  }
  expect(saved['Eleven-Moths-0-cover-sheet.pdf']?.text).toMatch(/Eleven Moths.*Cream.*Pink.*Blue/s)
  expect(saved['Eleven-Moths-1-pink.pdf']?.text).toContain('Plate 1 of 2: Pink')
  for (const name of ['Eleven-Moths-1-pink.pdf', 'Eleven-Moths-2-blue.pdf']) {
    expect(saved[name]?.darkness).toHaveLength(1)
    expect(saved[name]?.darkness[0]).toBeGreaterThan(0.02)
  }
})
