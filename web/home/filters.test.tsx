import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '#web/styles.css'
import { expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { fakeCalls, openHome, searchField } from './home-page.testing.tsx'
import { Page } from './home-page.tsx'

const { respond, requests, expectRequests } = fakeCalls()
const filter = page.getByText('Filter', { exact: true })
const sheet = page.getByRole('dialog', { name: 'Filter zines' })
const showZines = page.getByRole('button', { name: 'Show zines' })
beforeEach(() => page.viewport(1280, 800))

test('values of zines are offered first, and chosen ones stay chosen', async () => {
  const router = await openHome('/?language=pt-BR')
  await respond(0, ['Plot 14B'])
  await filter.click()
  const language = page.getByLabelText('Language')
  const options = (group: string) =>
    [...document.querySelectorAll(`optgroup[label="${group}"] option`)].map(({ textContent }) => textContent)
  await expect.poll(() => options('In use')).toEqual(['Poetry', 'Austrian German', 'French'])
  expect(options('Others').filter((name) => name === 'French' || name === 'Poetry')).toEqual([])
  await expect.element(language).toHaveValue('pt-BR')
  const subjects = [...document.querySelectorAll<HTMLOptionElement>('datalist option')].map(({ value }) => value)
  expect(subjects.slice(0, 2)).toEqual(['Night buses', 'Cats'])
  expect(subjects).toContain('dogs')
  expect(subjects).not.toContain('cats')
  await language.selectOptions('Austrian German')
  await page.getByRole('button', { name: 'Show zines' }).click()
  expect(router.state.location.search).toBe('?language=de-AT')
})

test('a panel opened before scripts ran offers values of zines as well', async () => {
  // The panel's toggle event fires before hydration.
  window.addEventListener('toggle', (event) => event.stopImmediatePropagation(), { capture: true, once: true })
  const openPanel = (home: HTMLElement | null) => home?.querySelector('summary')?.click()
  await openHome('/', null, () => (
    <div ref={openPanel}>
      <Page />
    </div>
  ))
  await expectVisible(page.getByLabelText('Kind'))
  await expect.poll(() => document.querySelector('optgroup[label="In use"]')).not.toBeNull()
})

test('searches and filters have a feed; all zines and the member’s own lists have none', async () => {
  const feed = page.getByRole('link', { name: 'Feed of these zines' })
  const router = await openHome('/?tab=popular&q=moth&kind=comic')
  await expect.element(feed).toHaveAttribute('href', '/feeds/search.atom?search=moth&filter=popular&kind=comic')
  for (const address of ['/', '/?tab=favorites&q=moth', '/?tab=creators&q=moth']) {
    await router.navigate(address)
    await expectGone(feed)
  }
  await router.navigate('/?q=moth')
  await expect.element(feed).toHaveAttribute('href', '/feeds/search.atom?search=moth')
})

test('a search keeps the filters, and so does a tab', async () => {
  const router = await openHome('/?kind=comic')
  await searchField.fill('moth')
  await expect.poll(() => router.state.location.search).toBe('?q=moth&kind=comic')
  await page.getByRole('tab', { name: 'Popular' }).click()
  expect(router.state.location.search).toBe('?tab=popular&q=moth&kind=comic')
  await page.getByRole('tab', { name: 'Creators' }).click()
  await expectGone(filter)
})

test('after a filter is removed with a key, focus is on Filter', async () => {
  await openHome('/?kind=comic&paper=true')
  await respond(0, ['Plot 14B'])
  page.getByRole('link', { name: 'Remove filter: On paper' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expectRequests(2)
  expect(requests[1]?.path).toBe('/api/search/zines?kind=comic')
  await expect.element(filter).toHaveFocus()
})

test('where nothing is let through, the filters are named and can be cleared', async () => {
  const router = await openHome('/?subject=Night+buses&kind=comic')
  await respond(0, [])
  await expectVisible(page.getByRole('heading', { name: 'No zines found' }))
  await expectVisible('No zine matches all of this: Comic · About Night buses')
  await page.getByRole('link', { name: 'Clear filters' }).last().click()
  expect(router.state.location.search).toBe('')
  await expectRequests(2)
  expect(requests[1]?.path).toBe('/api/zines')
})

test('on a wide screen, an opened panel is completely visible', async () => {
  await openHome('/')
  await respond(
    0,
    Array.from({ length: 12 }, (_, index) => `Lamp ${index}`),
  )
  await expectVisible('Lamp 0')
  await filter.click()
  const isInWindow = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  }
  await expect.poll(() => isInWindow(filter.element()) && isInWindow(showZines.element())).toBe(true)
  await expectGone(sheet)
})

test('on a small phone, filters are in a sheet whose button is always visible', async () => {
  const height = 500
  await page.viewport(390, height)
  const router = await openHome('/?q=moth')
  await respond(0, ['Plot 14B'])
  await filter.click()
  await expectVisible(sheet)
  const { left, right, bottom } = sheet.element().getBoundingClientRect()
  expect([left, right, bottom]).toEqual([0, document.body.clientWidth, height])
  await sheet.getByLabelText('Length').selectOptions('One sheet')
  await sheet.getByLabelText('Reading direction').selectOptions('Right to left')
  await sheet.getByLabelText('May be printed').click()
  for (const end of [0, 1_000]) {
    sheet.element().scrollTop = end
    const box = showZines.element().getBoundingClientRect()
    expect([box.top > height / 2, box.bottom <= height]).toEqual([true, true])
  }
  await showZines.click()
  await expectGone(sheet)
  expect(router.state.location.search).toBe('?q=moth&length=one-sheet&direction=rtl&print=true')
  await expect.element(filter).toHaveFocus()
  await expectVisible(page.getByRole('link', { name: 'Remove filter: Right to left' }))
})

test('the sheet closes with Escape, its button, the background and Back, and keeps focus inside', async () => {
  await page.viewport(390, 844)
  const router = await openHome('/?q=moth')
  await respond(0, ['Plot 14B'])
  const ways = [
    () => userEvent.keyboard('{Escape}'),
    () => sheet.getByRole('button', { name: 'Close' }).click(),
    () => userEvent.click(document.body, { position: { x: 100, y: 20 } }),
    () => router.navigate(-1),
  ]
  for (const close of ways) {
    await filter.click()
    await expectVisible(sheet)
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    expect(sheet.element().contains(document.activeElement)).toBe(true)
    await close()
    await expectGone(sheet)
    await expect.element(filter).toHaveFocus()
    expect(router.state.location.search).toBe('?q=moth')
  }
  expect(requests).toHaveLength(1)
})

test('a panel that a phone’s visitor has just opened before scripts ran becomes the sheet', async () => {
  await page.viewport(390, 844)
  const openPanel = (home: HTMLElement | null) => {
    home?.querySelector('summary')?.parentElement?.setAttribute('open', '')
    home?.querySelector('summary')?.focus()
  }
  await openHome('/', null, () => (
    <div ref={openPanel}>
      <Page />
    </div>
  ))
  await expectVisible(sheet)
  await userEvent.keyboard('{Escape}')
  await expectGone(sheet)
  await expect.element(page.getByLabelText('Length')).not.toBeVisible()
})

test('values that a phone’s visitor chose before scripts ran stay in the panel and are applied', async () => {
  await page.viewport(390, 844)
  const openPanel = (home: HTMLElement | null) =>
    home?.querySelector('summary')?.parentElement?.setAttribute('open', '')
  const router = await openHome('/', null, () => (
    <div ref={openPanel}>
      <Page />
    </div>
  ))
  await page.getByLabelText('Length').selectOptions('Up to 16 pages')
  await expectGone(sheet)
  await showZines.click()
  expect(router.state.location.search).toBe('?length=up-to-16')
})
