import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '#tests/support/random-runs.ts'
import { type Arrangement, type Landscapes, shiftAt, spreadsOf, spreadWith, turned } from './spreads.ts'

const none = new Set<number>()
const upright = (count: number): Landscapes => Array.from({ length: count }, () => false)
const spread = (more: Partial<Arrangement> = {}): Arrangement => ({
  mode: 'spread',
  cover: 'alone',
  shifted: none,
  ...more,
})

test('eight pages are a cover, three pairs and a back', () => {
  expect(spreadsOf(upright(8), spread())).toEqual([[0], [1, 2], [3, 4], [5, 6], [7]])
  expect(spreadsOf(upright(8), spread({ cover: 'joined' }))).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
  ])
})

test('a landscape page is alone, and leaves an empty half beside the page before it', () => {
  const landscapes = [false, false, true, false, false, false, true]
  expect(spreadsOf(landscapes, spread())).toEqual([[0], [1, null], [2], [3, 4], [5, null], [6]])
})

test('shifted by one page, the page after the cover starts on the second side', () => {
  const pages = upright(6)
  const shifted = shiftAt(pages, spread(), 0)
  expect(spreadsOf(pages, spread({ shifted }))).toEqual([[0], [null, 1], [2, 3], [4, 5]])
})

test.each([
  [2, [[0], [null, 1], [2, null], [3], [4, 5]]],
  [4, [[0], [1, 2], [3], [null, 4], [5]]],
])('only the run of pages that is read is shifted, read at %i', (page, spreads) => {
  const landscapes = [false, false, false, true, false, false]
  const shifted = shiftAt(landscapes, spread(), page)
  expect(spreadsOf(landscapes, spread({ shifted }))).toEqual(spreads)
})

const anyZine = fc
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
      none,
    )
    return { ...rest, arrangement: { mode, cover, shifted } }
  })
const always = (holds: (zine: typeof anyZine extends fc.Arbitrary<infer Z> ? Z : never) => void) =>
  fc.assert(fc.property(anyZine, holds), { numRuns: randomRuns })

test('every page is there exactly once, in order', () => {
  always(({ landscapes, arrangement }) => {
    const pages = spreadsOf(landscapes, arrangement)
      .flat()
      .filter((page) => page !== null)
    expect(pages).toEqual([...landscapes.keys()])
  })
})

test('at most two pages are side by side, a landscape page never is, and no spread is empty', () => {
  always(({ landscapes, arrangement }) => {
    for (const each of spreadsOf(landscapes, arrangement)) {
      const pages = each.filter((page) => page !== null)
      expect(each.length).toBeLessThanOrEqual(arrangement.mode === 'single' ? 1 : 2)
      expect(pages.length).toBeGreaterThan(0)
      if (pages.some((page) => landscapes[page])) expect(each).toEqual(pages.slice(0, 1))
    }
  })
})

test('a cover that is alone stays alone, shifted or not', () => {
  always(({ landscapes, arrangement }) => {
    if (arrangement.cover === 'joined') return
    expect(spreadsOf(landscapes, arrangement)[0]).toEqual([0])
  })
})

test('an empty half is only where a landscape page, a cover or the end leaves one, or a shift makes one', () => {
  always(({ landscapes, arrangement }) => {
    const spreads = spreadsOf(landscapes, arrangement)
    for (const [at, [first, second]] of spreads.entries()) {
      if (first === null) expect(arrangement.shifted.size).toBeGreaterThan(0)
      if (second === null) expect(landscapes[spreads[at + 1]?.[0] ?? -1]).toBe(true)
    }
  })
})

test('shifting twice changes nothing, and once does wherever a pair is possible', () => {
  always(({ landscapes, arrangement, page }) => {
    const once = { ...arrangement, shifted: shiftAt(landscapes, arrangement, page) }
    const twice = { ...once, shifted: shiftAt(landscapes, once, page) }
    expect(spreadsOf(landscapes, twice)).toEqual(spreadsOf(landscapes, arrangement))
    const hasPairs = spreadsOf(landscapes, spread({ shifted: none })).some(({ length }) => length === 2)
    if (arrangement.mode === 'spread' && hasPairs) expect(once.shifted).not.toEqual(arrangement.shifted)
  })
})

test('turning on meets every spread and then the end, and turning back the same the other way', () => {
  always(({ landscapes, arrangement }) => {
    const spreads = spreadsOf(landscapes, arrangement)
    const count = landscapes.length
    const met: number[] = []
    for (let place = 0; place < count; place = turned(spreads, place, 1)) met.push(spreadWith(spreads, place))
    expect(met).toEqual([...spreads.keys()])
    expect(turned(spreads, count, 1)).toBe(count)
    const back: number[] = []
    let place = count
    for (const _ of spreads) {
      place = turned(spreads, place, -1)
      back.unshift(spreadWith(spreads, place))
    }
    expect(back).toEqual([...spreads.keys()])
    expect(turned(spreads, place, -1)).toBe(0)
  })
})
