import { expect, test } from 'vitest'
import { shelfItems } from '#contract/limits.ts'
import { between, randomFrom } from '#trials/bench/seed/random.ts'
import { freshKeys, keyBetween, longestKey } from './position-keys.ts'

type Drawn = { from: number; to: number }

/** A full shelf on which things are moved, as `positionAt` does it; how long keys got, and how often there were new ones. */
function moveAll(moves: number, draw: (n: number) => Drawn) {
  let keys = freshKeys(shelfItems)
  const seen = { longest: 0, renewed: 0 }
  for (let n = 0; n < moves; n += 1) {
    const { from, to } = draw(n)
    keys.splice(from, 1)
    let key = keyBetween(keys[to - 1] ?? null, keys[to] ?? null)
    if (!key) {
      keys = freshKeys(keys.length)
      seen.renewed += 1
      key = keyBetween(keys[to - 1] ?? null, keys[to] ?? null)
    }
    if (!key) throw new Error('Fresh keys have room between them')
    keys.splice(to, 0, key)
    seen.longest = Math.max(seen.longest, key.length)
    // Byte by byte, as the column compares them.
    if (!isInOrder(keys.slice(Math.max(0, to - 1), to + 2))) throw new Error(`Not in order: ${key}`)
  }
  expect(isInOrder(keys)).toBe(true)
  return seen
}

const isInOrder = (keys: string[]) => keys.every((key, at) => at === 0 || key > (keys[at - 1] ?? ''))

const random = randomFrom(17)
const anywhere = () => between(random, 0, shelfItems - 1)
const last = shelfItems - 1

test('100,000 moves to anywhere keep every key of a full shelf short and in order', () => {
  const { longest, renewed } = moveAll(100_000, () => ({ from: anywhere(), to: anywhere() }))
  expect(longest).toBeLessThan(longestKey / 2)
  expect(renewed).toBe(0)
})

test.each<[string, (n: number) => Drawn]>([
  ['into one gap from below', () => ({ from: last, to: 1 })],
  ['into one gap from above', () => ({ from: 0, to: 250 })],
  ['to one side of a place and the other', (n) => ({ from: n % 2 ? 0 : last, to: 250 })],
])('moves %s make keys long, and seldom give a shelf new ones', (_where, draw) => {
  const { longest, renewed } = moveAll(10_000, draw)
  expect(longest).toBe(longestKey)
  expect(renewed).toBeGreaterThan(0)
  expect(renewed).toBeLessThan(10_000 / 200)
})
