import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '#web/styles.css'
import { exampleId } from '#web/site/example-id.testing.ts'
import { expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { Header } from '#web/site/header.tsx'
import { exampleZine } from '#web/zines/example-zine.testing.ts'
import { fakeCalls, openHome, searchField } from './home-page.testing.tsx'
import { Page } from './home-page.tsx'

const { respond, requests, expectRequests } = fakeCalls()
const illustration = page.getByRole('img', { name: /^One printed sheet/ })
const input = () => searchField.element() as HTMLInputElement
const topOf = (element: Element | null) => Math.round(element?.getBoundingClientRect().top ?? Number.NaN)
const coverTop = () => topOf(document.querySelector('.rack-media'))
const titles = Array.from({ length: 12 }, (_, index) => `Lamp ${index}`)

const HomeWithHeader = () => (
  <>
    <Header />
    <Page />
  </>
)

async function openAt(width: number, height: number, address = '/') {
  await page.viewport(width, height)
  const router = await openHome(address, null, HomeWithHeader)
  await respond(0, titles)
  await expectVisible('Lamp 0')
  return router
}

test.each([
  [1280, 800, '/'],
  [1280, 800, '/?q=lamp'],
  [390, 844, '/?q=lamp'],
  [390, 844, '/?kind=comic'],
  [1280, 800, '/?kind=comic&length=one-sheet&direction=rtl&print=true'],
])('the first screen of %i × %i at %s shows covers', async (width, height, address) => {
  await openAt(width, height, address)
  expect(coverTop()).toBeLessThan(address === '/' ? height - 80 : height / 2 + 40)
})

const countBox = () => page.getByRole('status').first().element().parentElement?.getBoundingClientRect()

test.each([
  [844, '/?q=lamp'],
  [844, '/?tab=popular&print=true'],
  // The part of the screen above an open keyboard.
  [500, '/?q=lamp'],
  [500, '/?q=lamp&kind=comic'],
])('on a phone, %i pixels high, the first screen of %s shows the count and a cover', async (height, address) => {
  await openAt(390, height, address)
  await expectVisible(/^12 zines found/)
  const { top = 0, bottom = height, width } = countBox() ?? {}
  const barBottom = document.getElementById('search-bar')?.getBoundingClientRect().bottom
  expect([top > (barBottom ?? height), bottom < height]).toEqual([true, true])
  expect(width).toBeGreaterThan(300)
  expect(coverTop()).toBeLessThan(height - 40)
})

test.each([
  [1280, 800],
  [390, 844],
])('the first screen of %i × %i shows covers below three best matches', async (width, height) => {
  await page.viewport(width, height)
  await openHome('/?q=lanp', null, HomeWithHeader)
  await respond(0, titles, {
    correction: { understood: 'lamp', literal: '"lanp"' },
    bestMatches: [1, 2, 3].map((at) => ({ zine: exampleZine({ id: exampleId(at), title: `Lamp `.repeat(at * 8) }) })),
  })
  await expectVisible('Lamp 0')
  const top = coverTop()
  await expectVisible(page.getByRole('heading', { name: 'Best matches' }))
  expect(coverTop()).toBe(top)
  expect(top).toBeLessThan(height * 0.72)
  expect(document.documentElement.scrollWidth).toBe(width)
})

test.each([
  [1280, 800],
  [390, 844],
])('on %i × %i, the field stays in place, focused, while a search makes the banner small', async (width, height) => {
  const router = await openAt(width, height)
  const [field, fieldTop, largeCoverTop] = [input(), topOf(input()), coverTop()]
  const expectBanner = async (isLarge: boolean) => {
    if (isLarge) await expectVisible(illustration)
    else await expectGone(illustration)
    expect(topOf(input())).toBe(fieldTop)
  }
  await searchField.click()
  await userEvent.keyboard('lamp{ArrowLeft}{ArrowLeft}')
  await expectBanner(false)
  await userEvent.keyboard('i')
  await expect.poll(() => router.state.location.search).toBe('?q=laimp')
  requests.at(-1)?.respond(titles)
  await expectBanner(false)
  expect(input()).toBe(field)
  expect(document.activeElement).toBe(field)
  expect(field.selectionStart).toBe(3)

  await userEvent.keyboard('{Escape}')
  await expectBanner(true)
  await expect.poll(coverTop).toBe(largeCoverTop)
  await router.navigate(1)
  await expectBanner(false)
  await router.navigate(-1)
  await expectBanner(true)
})

test('further down, the field stays on top, and a new search shows the start of its list', async () => {
  await openAt(1280, 800)
  const fieldTop = topOf(input())
  window.scrollTo(0, 1_000)
  await userEvent.keyboard('/')
  await expect.poll(() => topOf(input())).toBe(fieldTop)
  for (const [index, text] of ['lamp', 'moth'].entries()) {
    await searchField.fill(text)
    await expectRequests(index + 2)
    requests.at(-1)?.respond(titles)
    await expect.poll(coverTop).toBeGreaterThan(fieldTop)
    expect(topOf(input())).toBe(fieldTop)
    window.scrollTo(0, 1_000)
    expect(topOf(input())).toBe(fieldTop)
  }
})
