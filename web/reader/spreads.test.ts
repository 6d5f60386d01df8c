import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '#tests/support/random-runs.ts'
import { type Arrangement, type Landscapes, pageAfterTurn, shiftAt, spreadIndexOf, spreadsOf } from './spreads.ts'

const noShifts = new Set<number>()
const upright = (count: number): Landscapes => Array.from({ length: count }, () => false)
const arrangementWith = (overrides: Partial<Arrangement> = {}): Arrangement => ({
  mode: 'spread',
  cover: 'alone',
  shifted: noShifts,
  ...overrides,
})

test('eight pages are a cover, three pairs and a back', () => {
  expect(spreadsOf(upright(8), arrangementWith())).toEqual([[0], [1, 2], [3, 4], [5, 6], [7]])
  expect(spreadsOf(upright(8), arrangementWith({ cover: 'joined' }))).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
  ])
})

test('a landscape page is alone, and leaves an empty half beside the page before it', () => {
  const landscapes = [false, false, true, false, false, false, true]
  expect(spreadsOf(landscapes, arrangementWith())).toEqual([[0], [1, null], [2], [3, 4], [5, null], [6]])
})

test('shifted by one page, the page after the cover starts on the second side', () => {
  const pages = upright(6)
  const shifted = shiftAt(pages, arrangementWith(), 0)
  expect(spreadsOf(pages, arrangementWith({ shifted }))).toEqual([[0], [null, 1], [2, 3], [4, 5]])
})

test.each([
  [2, [[0], [null, 1], [2, null], [3], [4, 5]]],
  [4, [[0], [1, 2], [3], [null, 4], [5]]],
])('only the run of pages that is read is shifted, read at %i', (page, spreads) => {
  const landscapes = [false, false, false, true, false, false]
  const shifted = shiftAt(landscapes, arrangementWith(), page)
  expect(spreadsOf(landscapes, arrangementWith({ shifted }))).toEqual(spreads)
})

const arbitraryZine = fc
  .array(fc.boolean(), { minLength: 1, maxLength: 64 })
  .chain((landscapes) =>
    fc.record({
      landscapes: fc.constant(landscapes),
      mode: fc.constantFrom('single' as const, 'spread' as const),
      cover: fc.constantFrom('alone' as const, 'joined' as const),
      presses: fc.array(fc.nat(landscapes.length - 1), { maxLength: 4 }),
      page: fc.nat(landscapes.length - 1),
    }),
  )
  .map(({ presses, mode, cover, ...rest }) => {
    const shifted = presses.reduce<ReadonlySet<number>>(
      (before, at) => shiftAt(rest.landscapes, { mode, cover, shifted: before }, at),
      noShifts,
    )
    return { ...rest, arrangement: { mode, cover, shifted } }
  })
const checkEveryZine = (check: (zine: typeof arbitraryZine extends fc.Arbitrary<infer Z> ? Z : never) => void) =>
  fc.assert(fc.property(arbitraryZine, check), { numRuns: randomRuns })

test('every page is there exactly once, in order', () => {
  checkEveryZine(({ landscapes, arrangement }) => {
    const pages = spreadsOf(landscapes, arrangement)
      .flat()
      .filter((page) => page !== null)
    expect(pages).toEqual([...landscapes.keys()])
  })
})

test('at most two pages are side by side, a landscape page never is, and no spread is empty', () => {
  checkEveryZine(({ landscapes, arrangement }) => {
    for (const spread of spreadsOf(landscapes, arrangement)) {
      const pages = spread.filter((page) => page !== null)
      expect(spread.length).toBeLessThanOrEqual(arrangement.mode === 'single' ? 1 : 2)
      expect(pages.length).toBeGreaterThan(0)
      if (pages.some((page) => landscapes[page])) expect(spread).toEqual(pages.slice(0, 1))
    }
  })
})

test('a cover that is alone stays alone, shifted or not', () => {
  checkEveryZine(({ landscapes, arrangement }) => {
    if (arrangement.cover === 'joined') return
    expect(spreadsOf(landscapes, arrangement)[0]).toEqual([0])
  })
})

test('an empty half is only where a landscape page, a cover or the end leaves one, or a shift makes one', () => {
  checkEveryZine(({ landscapes, arrangement }) => {
    const spreads = spreadsOf(landscapes, arrangement)
    for (const [at, [first, second]] of spreads.entries()) {
      if (first === null) expect(arrangement.shifted.size).toBeGreaterThan(0)
      if (second === null) expect(landscapes[spreads[at + 1]?.[0] ?? -1]).toBe(true)
    }
  })
})

test('shifting twice changes nothing, and once does wherever a pair is possible', () => {
  checkEveryZine(({ landscapes, arrangement, page }) => {
    const once = { ...arrangement, shifted: shiftAt(landscapes, arrangement, page) }
    const twice = { ...once, shifted: shiftAt(landscapes, once, page) }
    expect(spreadsOf(landscapes, twice)).toEqual(spreadsOf(landscapes, arrangement))
    const hasPairs = spreadsOf(landscapes, arrangementWith({ shifted: noShifts })).some(({ length }) => length === 2)
    if (arrangement.mode === 'spread' && hasPairs) expect(once.shifted).not.toEqual(arrangement.shifted)
  })
})

test('turning on meets every spread and then the end, and turning back the same the other way', () => {
  checkEveryZine(({ landscapes, arrangement }) => {
    const spreads = spreadsOf(landscapes, arrangement)
    const count = landscapes.length
    const visited: number[] = []
    for (let pageIndex = 0; pageIndex < count; pageIndex = pageAfterTurn(spreads, pageIndex, 1))
      visited.push(spreadIndexOf(spreads, pageIndex))
    expect(visited).toEqual([...spreads.keys()])
    expect(pageAfterTurn(spreads, count, 1)).toBe(count)
    const backwards: number[] = []
    let pageIndex = count
    for (const _ of spreads) {
      pageIndex = pageAfterTurn(spreads, pageIndex, -1)
      backwards.unshift(spreadIndexOf(spreads, pageIndex))
    }
    expect(backwards).toEqual([...spreads.keys()])
    expect(pageAfterTurn(spreads, pageIndex, -1)).toBe(0)
  })
})
