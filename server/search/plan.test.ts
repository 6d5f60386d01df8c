import { expect, test } from 'vitest'
import { choosePlans } from './plan.ts'
import { newestZines, popularZines } from './search-lists.ts'

const expansion = (text: string, documents: number) => ({ terms: [text], documents })
const unselective = { terms: Array.from({ length: 2_001 }, (_, at) => `w${at}`), documents: 500_000 }
const million = { documents: 1_000_000, limit: 25, costs: newestZines.costs }
const expensive = { ...million, costs: popularZines.costs }
const [moth, rare, lantern] = [expansion('moth', 20_000), expansion('xylograph', 20), expansion('lantern', 3_800)]
const pair = [expansion('one', 150_000), expansion('two', 120_000)]
const frequent = [expansion('one', 500_000), expansion('two', 280_000)]
const rarelyTogether = [expansion('one', 30_000), expansion('two', 30_000)]
const several = [expansion('paper', 280_000), unselective, expansion('moth', 40_000), rare]

const scanThen = (scan: number, ...lookup: string[]) => [{ scan }, { lookup: lookup.map((term) => [term]) }]

test.each([
  ['a frequent term is found by a scan', [expansion('paper', 280_000)], million, scanThen(10_000, 'paper')],
  ['a less frequent term is, too', [moth], million, scanThen(10_000, 'moth')],
  ['a rare term is looked up', [rare], million, [{ lookup: [['xylograph']] }]],
  ['a term is found by a scan where rows cost little', [lantern], million, scanThen(10_000, 'lantern')],
  ['but is looked up where they cost much', [lantern], expensive, [{ lookup: [['lantern']] }]],
  ['two terms are found by a long scan where rows cost little', pair, million, scanThen(10_000, 'two', 'one')],
  ['where they cost much, it ends soon after the expected row', pair, expensive, scanThen(5_000, 'two', 'one')],
  ['and earlier if both are frequent', frequent, expensive, scanThen(2_500, 'two', 'one')],
  ['but is long for one term', [moth], expensive, scanThen(10_000, 'moth')],
  [
    'the rarest term comes first, with few others',
    several,
    million,
    [{ lookup: [['xylograph'], ['moth'], ['paper']] }],
  ],
  ['terms that are rarely together are looked up', rarelyTogether, million, [{ lookup: [['one'], ['two']] }]],
  ['without a selective term, the whole list is scanned', [unselective], million, [{ scan: 'all' }]],
])('%s', (_title, expansions, estimate, plans) => {
  expect(choosePlans(expansions, estimate)).toEqual(plans)
})

test('a member’s own list is scanned completely, unless a lookup is cheaper', () => {
  const plansFor = (one: ReturnType<typeof expansion>, ownCount: number) => choosePlans([one], { ...million, ownCount })
  expect(plansFor(expansion('moth', 40_000), 300)).toEqual([{ scan: 'all' }])
  expect(plansFor(rare, 5_000)).toEqual([{ lookup: [['xylograph']] }])
  expect(choosePlans([unselective], { ...million, ownCount: 90_000 })).toEqual([{ scan: 'all' }])
})
