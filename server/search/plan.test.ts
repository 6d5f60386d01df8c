import { expect, test } from 'vitest'
import { newestZines, popularZines } from './lists.ts'
import { chooseOwnPlan, choosePlan, isWhole, lookUpPlan } from './plan.ts'

const word = (text: string, documents: number) => ({ words: [text], documents })
const wide = { words: Array.from({ length: 2_001 }, (_, at) => `w${at}`), documents: 500_000 }
const million = { documents: 1_000_000, limit: 25, costs: newestZines.costs }

test('what many documents have is met on a walk, what few have is looked up', () => {
  expect(choosePlan([word('paper', 280_000)], million)).toEqual({ walk: 10_000 })
  expect(choosePlan([word('moth', 20_000)], million)).toEqual({ walk: 10_000 })
  expect(choosePlan([word('xylograph', 20)], million)).toEqual({ lookUp: [['xylograph']] })
})

test('a walk along documents that lie elsewhere must be shorter to be worth it', () => {
  const expansions = [word('lantern', 3_800)]
  expect(choosePlan(expansions, million)).toEqual({ walk: 10_000 })
  expect(choosePlan(expansions, { ...million, costs: popularZines.costs })).toEqual({ lookUp: [['lantern']] })
})

test('where steps cost much, a walk is not longer than it takes for two to meet, and half as long again', () => {
  const pair = [word('one', 150_000), word('two', 120_000)]
  expect(choosePlan(pair, million)).toEqual({ walk: 10_000 })
  expect(choosePlan(pair, { ...million, costs: popularZines.costs })).toEqual({ walk: 5_000 })
  const often = [word('one', 500_000), word('two', 280_000)]
  expect(choosePlan(often, { ...million, costs: popularZines.costs })).toEqual({ walk: 2_500 })
  expect(choosePlan([word('moth', 20_000)], { ...million, costs: popularZines.costs })).toEqual({
    walk: 10_000,
  })
})

test('of several the rarest is looked up first, with others that are few words', () => {
  const expansions = [word('paper', 280_000), wide, word('moth', 40_000), word('xylograph', 20)]
  expect(choosePlan(expansions, million)).toEqual({ lookUp: [['xylograph'], ['moth'], ['paper']] })
})

test('what is together in hardly any document is looked up though each is in many', () => {
  expect(choosePlan([word('one', 30_000), word('two', 30_000)], million)).toEqual({
    lookUp: [['one'], ['two']],
  })
})

test('with nothing that says much, everything is walked past', () => {
  expect(choosePlan([wide], million)).toEqual({ walk: 'all' })
  expect(lookUpPlan([wide])).toEqual({ walk: 'all' })
})

test('on a list of one’s own the shorter of both is taken', () => {
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
