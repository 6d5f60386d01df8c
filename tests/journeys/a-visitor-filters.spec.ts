import { callApi, expect, press, register, reload, test, uniqueName, visit } from '../support/journey.ts'
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
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Portuguese' })
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

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const)
  test(`a visitor filters by length, direction and printing at ${width} pixels`, async ({ page, otherRequest }) => {
    const word = uniqueName('Moth')
    await register(otherRequest)
    const { id } = await publish(otherRequest, `${word} one`, 'photo.avif', 'wide.webp')
    const changes = { version: 1, mayPrint: true, readingDirection: 'rtl' }
    await callApi(otherRequest, 'put', `/api/zines/${id}`, changes)
    await publish(otherRequest, `${word} two`)
    await page.setViewportSize({ width, height })
    await visit(page, `/?q=${word}`)
    await expect(page.getByText('2 zines found').first()).toBeInViewport()
    const [filter, sheet] = [page.getByText('Filter', { exact: true }), page.getByRole('dialog')]
    await filter.click()
    await expect(sheet).toHaveCount(width === 390 ? 1 : 0)
    await expect(page.getByRole('button', { name: 'Show zines' })).toBeInViewport({ ratio: 1 })
    if (width === 390) {
      await page.goBack()
      await expect(sheet).toHaveCount(0)
      await expect(filter).toBeFocused()
      await filter.click()
      await expect(sheet).toHaveCount(1)
      await reload(page)
      await filter.waitFor()
      await page.waitForLoadState('networkidle')
      await expect(sheet).toHaveCount(0)
      await filter.click()
    }
    await page.getByLabel('Length').selectOption({ label: 'One sheet' })
    await page.getByLabel('Reading direction').selectOption({ label: 'Right to left' })
    await page.getByLabel('May be printed').check()
    await press(page, 'Show zines')
    await expect(page).toHaveURL(/length=one-sheet&direction=rtl&print=true$/)
    await expect(page.locator('.rack-card h3')).toHaveText([`${word} one`])
    await expect(page.getByText('1 zine found').first()).toBeInViewport()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect(page.getByRole('link', { name: 'Remove filter: Right to left' })).toBeInViewport()
    await expect(sheet).toHaveCount(0)
    await page.goBack()
    await expect(page.locator('.rack-card h3')).toHaveText([`${word} two`, `${word} one`])
  })
