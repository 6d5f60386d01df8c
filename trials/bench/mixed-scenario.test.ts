import { expect, test } from 'vitest'
import { mixOrder, weights } from './mixed-scenario.ts'
import { scenarios } from './scenarios.ts'

test('each scenario has as many turns in a hundred as it weighs, and no pile of them', () => {
  const order = mixOrder({ often: 75, sometimes: 20, seldom: 5 })
  const turns = (name: string) => order.flatMap((one, at) => (one === name ? [at] : []))
  expect([turns('often'), turns('sometimes'), turns('seldom')].map(({ length }) => length)).toEqual([
    75, 20, 5,
  ])
  const gaps = turns('seldom').map((at, index, all) => at - (all[index - 1] ?? at))
  expect(Math.min(...gaps.slice(1))).toBeGreaterThan(10)
})

test('the weights are parts of a hundred, of scenarios that have a floor', () => {
  expect(Object.values(weights).reduce((sum, weight) => sum + weight, 0)).toBe(100)
  const floored = scenarios.filter(({ floor }) => floor).map(({ name }) => name)
  expect(floored).toEqual(expect.arrayContaining(Object.keys(weights)))
})

test('no two scenarios have one name', () => {
  const names = scenarios.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
