import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { fakeCalls, openHome, searchField } from './home-page.testing.tsx'
import { Page } from './home-page.tsx'

const { requests, expectRequests } = fakeCalls()
const filter = page.getByText('Filter', { exact: true })

test('values of zines are offered first, and chosen ones stay chosen', async () => {
  const router = await openHome('/?language=pt-BR')
  requests[0]?.respond(['Plot 14B'])
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
  window.addEventListener('toggle', (event) => event.stopImmediatePropagation(), {
    ...{ capture: true, once: true },
  })
  const openPanel = (home: HTMLElement | null) => home?.querySelector('summary')?.click()
  await openHome('/', null, () => (
    <div ref={openPanel}>
      <Page />
    </div>
  ))
  await expectVisible(page.getByLabelText('Kind'))
  await expect.poll(() => document.querySelector('optgroup[label="In use"]')).not.toBeNull()
})

test('what a search or filters find can be followed, and everything or one’s own cannot', async () => {
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
  requests[0]?.respond(['Plot 14B'])
  page.getByRole('link', { name: 'Remove filter: On paper' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expectRequests(2)
  expect(requests[1]?.path).toBe('/api/search/zines?kind=comic')
  await expect.element(filter).toHaveFocus()
})

test('where nothing is let through, the filters are named and can be cleared', async () => {
  const router = await openHome('/?subject=Night+buses&kind=comic')
  requests[0]?.respond([])
  await expectVisible(page.getByRole('heading', { name: 'No zines found' }))
  await expectVisible('No zine matches all of this: Comic · About Night buses')
  await page.getByRole('link', { name: 'Clear filters' }).last().click()
  expect(router.state.location.search).toBe('')
  await expectRequests(2)
  expect(requests[1]?.path).toBe('/api/zines')
})
