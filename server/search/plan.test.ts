import { expect, test } from 'vitest'
import { newestZines, popularZines } from './lists.ts'
import { chooseOwnPlan, choosePlan, isWhole, lookUpPlan } from './plan.ts'

const word = (text: string, documents: number) => ({ words: [text], documents })
const wide = { words: Array.from({ length: 2_001 }, (_, at) => `w${at}`), documents: 500_000 }
const million = { documents: 1_000_000, limit: 25, costs: newestZines.costs }
const dear = { ...million, costs: popularZines.costs }
const [moth, rare, lantern] = [word('moth', 20_000), word('xylograph', 20), word('lantern', 3_800)]
const pair = [word('one', 150_000), word('two', 120_000)]
const frequent = [word('one', 500_000), word('two', 280_000)]
const apart = [word('one', 30_000), word('two', 30_000)]
const several = [word('paper', 280_000), wide, word('moth', 40_000), rare]

test.each([
  ['what many documents have is met on a walk', [word('paper', 280_000)], million, { walk: 10_000 }],
  ['what fewer have is met on a walk, too', [moth], million, { walk: 10_000 }],
  ['what few have is looked up', [rare], million, { lookUp: [['xylograph']] }],
  ['a walk is worth it where documents lie near', [lantern], million, { walk: 10_000 }],
  ['a walk along documents that lie elsewhere must be shorter', [lantern], dear, { lookUp: [['lantern']] }],
  ['where steps cost little, a walk for two is long', pair, million, { walk: 10_000 }],
  ['where they cost much, it is half as long again as it takes to meet', pair, dear, { walk: 5_000 }],
  ['and shorter when both are met often', frequent, dear, { walk: 2_500 }],
  ['but for one word it is long', [moth], dear, { walk: 10_000 }],
  [
    'the rarest comes first, with few words',
    several,
    million,
    { lookUp: [['xylograph'], ['moth'], ['paper']] },
  ],
  ['what is hardly ever together is looked up', apart, million, { lookUp: [['one'], ['two']] }],
  ['with nothing that says much, everything is walked past', [wide], million, { walk: 'all' }],
])('%s', (_what, expansions, estimate, plan) => {
  expect(choosePlan(expansions, estimate)).toEqual(plan)
})

test('an index lookup without a selective term is a list scan', () => {
  expect(lookUpPlan([wide])).toEqual({ walk: 'all' })
})

test('on the member’s own list the shorter of both is used', () => {
  expect(chooseOwnPlan([word('moth', 40_000)], { ...million, own: 300 })).toEqual({ walk: 'all' })
  expect(chooseOwnPlan([word('xylograph', 20)], { ...million, own: 5_000 })).toEqual({
    lookUp: [['xylograph']],
  })
  expect(chooseOwnPlan([wide], { ...million, own: 90_000 })).toEqual({ walk: 'all' })
})

test('a short walk may miss something, any other plan does not', () => {
  expect([isWhole({ walk: 250 }), isWhole({ walk: 'all' }), isWhole({ lookUp: [['moth']] })]).toEqual([
    false,
    true,
    true,
  ])
})
