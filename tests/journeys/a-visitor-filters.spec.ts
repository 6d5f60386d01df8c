import { callApi, expect, press, register, test, uniqueName, visit } from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

test('a visitor filters zines, with scripts and without', async ({ page, browser, baseURL, otherRequest }) => {
  const series = uniqueName('Night Bus')
  await register(otherRequest)
  for (const [title, details] of [
    ['Moths', { series, kind: 'perzine', languages: ['pt-BR'], year: 1994 }],
    ['Chords', { series, kind: 'music', languages: ['pt'], paper: { words: 'Ask' } }],
  ] as const) {
    const { id } = await publish(otherRequest, title)
    await callApi(otherRequest, 'put', `/api/zines/${id}`, { version: 1, details })
  }
  const cards = (of = page) => of.locator('.rack-card h3')

  await visit(page, `/?series=${encodeURIComponent(series)}`)
  await expect(cards()).toHaveText(['Chords', 'Moths'])
  await page.getByText('Filter', { exact: true }).press('Enter')
  await page.getByLabel('Language').selectOption({ label: 'Portuguese' })
  await page.getByLabel('Kind').selectOption({ label: 'Perzine' })
  await page.getByLabel('Year').press('Enter')
  await expect(page).toHaveURL(/language=pt&kind=perzine&series=/)
  await expect(cards()).toHaveText(['Moths'])
  // The feed link next to the filters works and applies the same filters.
  const feed = (await page.getByRole('link', { name: 'Feed of these zines' }).getAttribute('href')) ?? ''
  expect(await (await page.request.get(feed)).text()).toContain('<title>Moths</title>')
  await page.getByRole('link', { name: 'Remove filter: Perzine' }).press('Enter')
  await expect(cards()).toHaveText(['Chords', 'Moths'])
  await page.goBack()
  await expect(cards()).toHaveText(['Moths'])

  await page.setViewportSize({ width: 390, height: 700 })
  await page.getByText('Filter', { exact: true }).click()
  await press(page, 'Show zines')
  await expect(page.getByRole('link', { name: 'Remove filter: Perzine' })).toBeInViewport()

  const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(page.url())
  await expect(cards(plain)).toHaveText(['Moths'])
  await plain.getByText('Filter', { exact: true }).click()
  await plain.getByLabel('Kind').selectOption({ label: 'Music' })
  await plain.getByLabel('On paper').check()
  await press(plain, 'Show zines')
  await expect(plain).toHaveURL(/kind=music/)
  await expect(cards(plain)).toHaveText(['Chords'])
  await plain.getByRole('link', { name: 'Clear filters' }).click()
  await expect(plain).toHaveURL('/')
  await context.close()
})
