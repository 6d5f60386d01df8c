import { expect, test } from 'vitest'
import { chooseOwnPlan, choosePlan, indexLookupPlan, isExhaustive } from './plan.ts'
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

test.each([
  ['what many documents have is met on a walk', [expansion('paper', 280_000)], million, { scan: 10_000 }],
  ['what fewer have is met on a walk, too', [moth], million, { scan: 10_000 }],
  ['what few have is looked up', [rare], million, { lookup: [['xylograph']] }],
  ['a walk is worth it where documents lie near', [lantern], million, { scan: 10_000 }],
  ['a walk along documents that lie elsewhere must be shorter', [lantern], expensive, { lookup: [['lantern']] }],
  ['where steps cost little, a walk for two is long', pair, million, { scan: 10_000 }],
  ['where they cost much, it is half as long again as it takes to meet', pair, expensive, { scan: 5_000 }],
  ['and shorter when both are met often', frequent, expensive, { scan: 2_500 }],
  ['but for one word it is long', [moth], expensive, { scan: 10_000 }],
  ['the rarest comes first, with few words', several, million, { lookup: [['xylograph'], ['moth'], ['paper']] }],
  ['what is hardly ever together is looked up', rarelyTogether, million, { lookup: [['one'], ['two']] }],
  ['with nothing that says much, everything is walked past', [unselective], million, { scan: 'all' }],
])('%s', (_title, expansions, estimate, plan) => {
  expect(choosePlan(expansions, estimate)).toEqual(plan)
})

test('an index lookup without a selective term is a list scan', () => {
  expect(indexLookupPlan([unselective])).toEqual({ scan: 'all' })
})

test('on the member’s own list the shorter of both is used', () => {
  expect(chooseOwnPlan([expansion('moth', 40_000)], { ...million, ownCount: 300 })).toEqual({ scan: 'all' })
  expect(chooseOwnPlan([expansion('xylograph', 20)], { ...million, ownCount: 5_000 })).toEqual({
    lookup: [['xylograph']],
  })
  expect(chooseOwnPlan([unselective], { ...million, ownCount: 90_000 })).toEqual({ scan: 'all' })
})

test('a short walk may miss something, any other plan does not', () => {
  expect([isExhaustive({ scan: 250 }), isExhaustive({ scan: 'all' }), isExhaustive({ lookup: [['moth']] })]).toEqual([
    false,
    true,
    true,
  ])
})
