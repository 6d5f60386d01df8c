import { describe, expect, test } from 'vitest'
import { guessSpreads, partsInOrder, type Split } from './spreads.ts'

const asIs: Split = { spread: 'single', direction: 'ltr', coverAlone: false, backAlone: false }

/**
 * The imposition of a booklet: sheet k, outermost first, has [N − 2k, 1 + 2k] on its front and
 * [2 + 2k, N − 1 − 2k] on its back. Returns the left and right page of each side.
 */
function impose(pages: number, direction: Split['direction']) {
  const sheetSides: [number, number][] = []
  for (let k = 0; k < pages / 4; k++) sheetSides.push([pages - 2 * k, 1 + 2 * k], [2 + 2 * k, pages - 1 - 2 * k])
  return direction === 'rtl' ? sheetSides.map(([left, right]) => [right, left] as [number, number]) : sheetSides
}

function readBack(sheetSides: [number, number][], split: Split) {
  return partsInOrder(sheetSides.length, split).map(({ page, half }) => sheetSides[page - 1]?.[half === 'left' ? 0 : 1])
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe.each(['ltr', 'rtl'] as const)('a booklet read %s', (direction) => {
  test.each([4, 8, 12, 16, 40, 64])('of %i pages is put in order', (pages) => {
    const split: Split = { ...asIs, spread: 'booklet', direction }
    expect(readBack(impose(pages, direction), split)).toEqual(upTo(pages))
  })

  test('with a separate front and back cover is put in order', () => {
    const parts = partsInOrder(6, { spread: 'booklet', direction, coverAlone: true, backAlone: true })
    expect([parts[0], parts.at(-1)]).toEqual([
      { page: 1, half: 'whole' },
      { page: 6, half: 'whole' },
    ])
    const inner = impose(8, direction)
    const read = parts.slice(1, -1).map(({ page, half }) => inner[page - 2]?.[half === 'left' ? 0 : 1])
    expect(read).toEqual(upTo(8))
  })

  test('that was scanned without its last side has each page once', () => {
    const parts = partsInOrder(3, { ...asIs, spread: 'booklet', direction })
    expect(new Set(parts.map(({ page, half }) => `${page} ${half}`)).size).toBe(6)
  })
})

describe('spreads in order', () => {
  test('are split in the middle, the half first that is read first', () => {
    const halvesFor = (direction: Split['direction']) =>
      partsInOrder(2, { ...asIs, spread: 'in_order', direction }).map(({ page, half }) => `${page} ${half}`)
    expect(halvesFor('ltr')).toEqual(['1 left', '1 right', '2 left', '2 right'])
    expect(halvesFor('rtl')).toEqual(['1 right', '1 left', '2 right', '2 left'])
  })

  test('leave a cover and a back whole, and a single sheet is a cover', () => {
    const split: Split = { ...asIs, spread: 'in_order', coverAlone: true, backAlone: true }
    expect(partsInOrder(3, split).map(({ page, half }) => `${page} ${half}`)).toEqual([
      '1 whole',
      '2 left',
      '2 right',
      '3 whole',
    ])
    expect(partsInOrder(1, split)).toEqual([{ page: 1, half: 'whole' }])
  })
})

test('pages that are one each stay as they are', () => {
  const split: Split = { ...asIs, coverAlone: true, backAlone: true }
  expect(partsInOrder(3, split).map(({ page }) => page)).toEqual([1, 2, 3])
})

describe('whether pages are spreads', () => {
  const [tall, wide] = [
    { width: 420, height: 595 },
    { width: 840, height: 595 },
  ]
  test('is offered where most pages are wider than tall', () => {
    expect(guessSpreads([tall, wide, wide, tall]).looksLikeSpreads).toBe(false)
    expect(guessSpreads([tall, wide, wide, wide, tall]).looksLikeSpreads).toBe(true)
  })
  test('says of the first and the last whether they are single', () => {
    expect(guessSpreads([tall, wide, wide])).toMatchObject({ coverAlone: true, backAlone: false })
    expect(guessSpreads([wide, wide])).toMatchObject({ coverAlone: false, backAlone: false })
  })
})
