import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { batch } from './session.ts'

const rows = (keys: string[]) =>
  keys.filter((key) => key !== 'nobody').map((key) => ({ key, from: keys.length }))
const open = (ask = vi.fn(async (keys: string[]) => rows(keys))) => ({
  ask,
  find: batch(ask, ({ key }) => key),
})

test('what is wanted in one turn is asked once, and everybody gets their own', async () => {
  const { ask, find } = open()
  const found = await Promise.all(['ana', 'nobody', 'ben', 'ana'].map(find))
  expect(found.map((row) => row?.key)).toEqual(['ana', undefined, 'ben', 'ana'])
  expect(ask.mock.calls).toEqual([[['ana', 'nobody', 'ben']]])
})

test('an answer is never used for somebody who comes later', async () => {
  const { ask, find } = open()
  const first = find('ana')
  await nextTurn()
  await Promise.all([first, find('ana')])
  expect(ask).toHaveBeenCalledTimes(2)
})

test('when asking fails, everybody who waits is told, and the next one asks anew', async () => {
  const { ask, find } = open()
  ask.mockRejectedValueOnce(new Error('gone'))
  const told = await Promise.allSettled([find('ana'), find('ben')])
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await find('ana'))?.key).toBe('ana')
})
