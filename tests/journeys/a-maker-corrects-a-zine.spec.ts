import { expect, register, reload, test, unique, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

test('a maker fixes a typo, and the search finds the new word at once, and not the old one', async ({
  page,
  playwright,
  baseURL,
}) => {
  const [typo, word] = [unique('mohts'), unique('moths')]
  const maker = await playwright.request.newContext({ baseURL })
  await register(maker)
  const zine = await publish(maker, `Night of ${typo}`, 'photo.avif', 'wide.webp')
  await visit(page, `/?q=${typo}`)
  await expect(page.getByRole('link', { name: zine.title })).toBeVisible()

  const [url] = zine.mediaUrls
  const pages = [{ url, altText: `A lamp and ${word}`, transcript: 'Lights out' }]
  const data = {
    version: 1,
    title: `Night of ${word}`,
    pages,
    description: null,
    printingNote: 'One page less',
  }
  const corrected = await maker.put(`/api/zines/${zine.id}`, { data })
  expect(corrected.ok(), await corrected.text()).toBe(true)
  const again = await maker.put(`/api/zines/${zine.id}`, { data })
  expect(await again.json()).toEqual(await corrected.json())

  await reload(page)
  await expect(page.getByRole('link', { name: zine.title })).toHaveCount(0)
  await page.getByRole('searchbox').fill(word)
  await page.getByRole('link', { name: `Night of ${word}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: `A lamp and ${word}` })).toBeVisible()
  await visit(page, `/zine/${zine.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Night of ${word}`)
  await expect(page).toHaveTitle(new RegExp(word))
  const forMachines = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(forMachines.join()).toContain('"dateModified"')
})
