import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import '#web/styles.css'
import type { ShelfCover } from '#contract/shelves.ts'
import { expectVisible } from '#web/site/expectations.testing.ts'
import { renderInSite } from '#web/site/site.testing.tsx'
import { dot, exampleCover } from '#web/zines/example-zine.testing.ts'
import { exampleListedShelf } from './example-shelf.testing.ts'
import { ShelfRack } from './shelf-rack.tsx'

const cover = (overrides: Partial<ShelfCover>): ShelfCover => ({
  ...exampleCover({ url: dot, width: 400, height: 500 }),
  zineId: '0199a0b2-0000-7000-8000-00000000000b',
  title: 'Moths',
  language: null,
  ...overrides,
})
const covered = { url: '', contentNote: 'War' }

test.each([390, 1280])('at %i pixels, covered zines are named where their covers would be', async (width) => {
  await page.viewport(width, 800)
  const covers = ['One', 'A very long title of a zine about moths and lamps', 'Three'].map((title) =>
    cover({ ...covered, title, zineId: title }),
  )
  await renderInSite(<ShelfRack shelves={[exampleListedShelf({ covers })]} />)
  await expectVisible('A very long title of a zine about moths and lamps')
  for (const title of ['One', 'Three']) {
    const { left, right, bottom } = page.getByText(title, { exact: true }).element().getBoundingClientRect()
    const { bottom: ledge } = page.getByRole('heading').element().getBoundingClientRect()
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(width)
    expect(bottom).toBeLessThan(ledge)
  }
  expect(document.querySelectorAll('article img')).toHaveLength(0)
  expect(page.getByText('Content note: War').elements()).toHaveLength(3)
})

test('other covers are shown beside them', async () => {
  await renderInSite(<ShelfRack shelves={[exampleListedShelf({ covers: [cover(covered), cover({ zineId: 'b' })] })]} />)
  await expectVisible('Moths')
  expect(document.querySelectorAll('article img')).toHaveLength(1)
})
