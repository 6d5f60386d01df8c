import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeCalls, field, openHome, titles } from './home-page.testing.tsx'
import { Page } from './home-page.tsx'

const { asked, calls } = fakeCalls()
const filter = page.getByText('Filter', { exact: true })

test('what is chosen stands in the address and is asked for; each filter goes by a key', async () => {
  const router = await openHome('/?tab=popular&q=moth&cursor=abc')
  asked[0]?.answer(['Plot 14B'])
  await filter.click()
  await page.getByLabelText('Kind').selectOptions('Perzine')
  await page.getByLabelText('Language').selectOptions('Brazilian Portuguese')
  await page.getByLabelText('Year').fill('1990s')
  await page.getByLabelText('On paper').click()
  await page.getByRole('button', { name: 'Show zines' }).click()
  await calls(2)
  const chosen = 'language=pt-BR&kind=perzine&year=1990s'
  expect(router.state.location.search).toBe(`?tab=popular&q=moth&${chosen}&paper=true`)
  expect(asked[1]?.path).toBe(
    `/api/search/zines?filter=popular&search=moth&language=pt-BR&kind=perzine&year=1990s&paper=true`,
  )
  asked[1]?.answer(['Moths'])
  await expect.element(page.getByRole('link', { name: 'Moths' })).toBeVisible()
  await expect.element(page.getByLabelText('Kind')).not.toBeVisible()
  page.getByRole('link', { name: 'Remove filter: On paper' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await calls(3)
  expect(router.state.location.search).toBe(`?tab=popular&q=moth&${chosen}`)
  await expect.element(filter).toHaveFocus()
  asked[2]?.answer(['Moths', 'Letters'])
  await expect.poll(titles).toEqual(['Moths', 'Letters'])
  await page.getByRole('link', { name: 'Clear filters' }).click()
  expect(router.state.location.search).toBe('?tab=popular&q=moth')
})

test('what zines say is offered first, and what was chosen before stays chosen', async () => {
  const router = await openHome('/?language=pt-BR')
  asked[0]?.answer(['Plot 14B'])
  await filter.click()
  const language = page.getByLabelText('Language')
  const options = (group: string) =>
    [...document.querySelectorAll(`optgroup[label="${group}"] option`)].map(({ textContent }) => textContent)
  await expect.poll(() => options('In use')).toEqual(['Poetry', 'Austrian German', 'French'])
  expect(options('Others').filter((name) => name === 'French' || name === 'Poetry')).toEqual([])
  await expect.element(language).toHaveValue('pt-BR')
  const subjects = [...document.querySelectorAll<HTMLOptionElement>('datalist option')].map(
    ({ value }) => value,
  )
  expect(subjects.slice(0, 2)).toEqual(['Night buses', 'Cats'])
  expect(subjects).toContain('dogs')
  expect(subjects).not.toContain('cats')
  await language.selectOptions('Austrian German')
  await page.getByRole('button', { name: 'Show zines' }).click()
  expect(router.state.location.search).toBe('?language=de-AT')
})

test('a panel that was opened before scripts ran offers what zines say as well', async () => {
  // What tells of its opening is over by then.
  window.addEventListener('toggle', (event) => event.stopImmediatePropagation(), {
    ...{ capture: true, once: true },
  })
  const openPanel = (home: HTMLElement | null) => home?.querySelector('summary')?.click()
  await openHome('/', null, () => (
    <div ref={openPanel}>
      <Page />
    </div>
  ))
  await expect.element(page.getByLabelText('Kind')).toBeVisible()
  await expect.poll(() => document.querySelector('optgroup[label="In use"]')).not.toBeNull()
})

test('what a search or filters find can be followed, and everything or one’s own cannot', async () => {
  const feed = page.getByRole('link', { name: 'Feed of these zines' })
  const router = await openHome('/?tab=popular&q=moth&kind=comic')
  await expect
    .element(feed)
    .toHaveAttribute('href', '/feeds/search.atom?search=moth&filter=popular&kind=comic')
  for (const address of ['/', '/?tab=favorites&q=moth', '/?tab=creators&q=moth']) {
    await router.navigate(address)
    await expect.element(feed).not.toBeInTheDocument()
  }
  await router.navigate('/?q=moth')
  await expect.element(feed).toHaveAttribute('href', '/feeds/search.atom?search=moth')
})

test('a search keeps the filters, and so does a tab', async () => {
  const router = await openHome('/?kind=comic')
  await field.fill('moth')
  await expect.poll(() => router.state.location.search).toBe('?q=moth&kind=comic')
  await page.getByRole('tab', { name: 'Popular' }).click()
  expect(router.state.location.search).toBe('?tab=popular&q=moth&kind=comic')
  await page.getByRole('tab', { name: 'Creators' }).click()
  await expect.element(filter).not.toBeInTheDocument()
})

test('where nothing is let through, the filters are named and can be cleared', async () => {
  const router = await openHome('/?subject=Night+buses&kind=comic')
  asked[0]?.answer([])
  await expect.element(page.getByRole('heading', { name: 'No zines found' })).toBeVisible()
  await expect.element(page.getByText('No zine says all of this: Comic · About Night buses')).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).last().click()
  expect(router.state.location.search).toBe('')
  await calls(2)
  expect(asked[1]?.path).toBe('/api/zines')
})
