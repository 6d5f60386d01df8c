import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

function work() {
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  return { run: () => promise, finish: () => finish() }
}

test('two run at once and the rest wait', async () => {
  const queue = createFairQueue({ atOnce: 2 })
  const pieces = [work(), work(), work()]
  const started: number[] = []
  const all = pieces.map((piece, index) =>
    queue(`member${index}`, () => {
      started.push(index)
      return piece.run()
    }),
  )
  await pause(1)
  expect(started).toEqual([0, 1])
  pieces[1]?.finish()
  await pause(1)
  expect(started).toEqual([0, 1, 2])
  for (const piece of pieces) piece.finish()
  await Promise.all(all)
})

test('whoever has all places leaves a spare one to another member, and only one', async () => {
  const queue = createFairQueue({ atOnce: 2, spare: 1 })
  const pieces = Array.from({ length: 5 }, work)
  const started: string[] = []
  const all = ['ana', 'ana', 'ana', 'ben', 'cem'].map((memberId, index) =>
    queue(memberId, () => {
      started.push(memberId)
      return pieces[index]?.run() ?? Promise.resolve()
    }),
  )
  await pause(1)
  expect(started).toEqual(['ana', 'ana', 'ben'])
  pieces[0]?.finish()
  await pause(1)
  expect(started).toEqual(['ana', 'ana', 'ben'])
  pieces[1]?.finish()
  await pause(1)
  expect(started).toEqual(['ana', 'ana', 'ben', 'ana'])
  for (const piece of pieces) piece.finish()
  await Promise.all(all)
})

test('one member’s many files do not hold up another’s one', async () => {
  const queue = createFairQueue({ atOnce: 2 })
  const [first, second] = [work(), work()]
  const order: string[] = []
  const run = (memberId: string, name: string) => queue(memberId, async () => void order.push(name))
  const all = [
    queue('ana', first.run),
    queue('ana', second.run),
    run('ana', 'anas third'),
    run('ben', 'bens'),
  ]
  first.finish()
  await Promise.all([all[0], all[2], all[3]])
  expect(order).toEqual(['bens', 'anas third'])
  second.finish()
  await Promise.all(all)
})

test('work that fails makes room for the next', async () => {
  const queue = createFairQueue({ atOnce: 1 })
  await expect(queue('ana', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(queue('ana', async () => 'yes')).resolves.toBe('yes')
})

test('a member who has too many waiting is asked to come back', async () => {
  const queue = createFairQueue({ atOnce: 1, mostPerMember: 2 })
  const first = work()
  const all = [queue('ana', first.run), queue('ana', first.run)]
  await expect(queue('ana', first.run)).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 10 })
  await expect(Promise.race([queue('ben', async () => 1), pause(5, 'waits')])).resolves.toBe('waits')
  first.finish()
  await Promise.all(all)
})
