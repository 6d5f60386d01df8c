import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairQueue, type FairQueue, type FairQueueOptions } from './fair-queue.ts'

const queueOf = (options: Partial<FairQueueOptions>) =>
  createFairQueue({
    concurrency: 2,
    maxPerClient: 12,
    busyMessage: 'Please wait.',
    retryAfter: 10,
    ...options,
  }).run

function work() {
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  return { run: () => promise, finish: () => finish() }
}

/** Enqueues work for these clients. Returns which have started, and functions to finish one piece or all. */
function startAll(run: ReturnType<typeof queueOf>, ids: string[]) {
  const works = ids.map(work)
  const started: string[] = []
  const all = ids.map((id, at) =>
    run(id, () => {
      started.push(id)
      return works[at]?.run() ?? Promise.resolve()
    }),
  )
  const finish = async (at: number) => {
    works[at]?.finish()
    await pause(1)
  }
  const end = () => Promise.all([...works.map(({ finish }) => finish()), ...all])
  return { started, finish, end }
}

test('two run concurrently and the rest wait', async () => {
  const { started, finish, end } = startAll(queueOf({ concurrency: 2 }), ['ana', 'ben', 'cem'])
  await pause(1)
  expect(started).toEqual(['ana', 'ben'])
  await finish(1)
  expect(started).toEqual(['ana', 'ben', 'cem'])
  await end()
})

test('a client that holds all slots leaves one spare slot to another member, and only one', async () => {
  const ids = ['ana', 'ana', 'ana', 'ben', 'cem']
  const { started, finish, end } = startAll(queueOf({ concurrency: 2, spareSlots: 1 }), ids)
  await pause(1)
  expect(started).toEqual(['ana', 'ana', 'ben'])
  await finish(0)
  expect(started).toEqual(['ana', 'ana', 'ben'])
  await finish(1)
  expect(started).toEqual(['ana', 'ana', 'ben', 'ana'])
  await end()
})

test('one member’s many files do not hold up another’s one', async () => {
  const { started, finish, end } = startAll(queueOf({ concurrency: 2 }), ['ana', 'ana', 'ana', 'ben'])
  await pause(1)
  await finish(0)
  expect(started).toEqual(['ana', 'ana', 'ben'])
  await end()
})

test('work that fails makes room for the next', async () => {
  const queue = queueOf({ concurrency: 1 })
  await expect(queue('ana', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(queue('ana', async () => 'yes')).resolves.toBe('yes')
})

test('a member with too many waiting requests gets a retry error', async () => {
  const queue = queueOf({ concurrency: 1, maxPerClient: 2 })
  const first = work()
  const all = [queue('ana', first.run), queue('ana', first.run)]
  await expect(queue('ana', first.run)).rejects.toMatchObject({ code: 'too_many_requests', retryAfter: 10 })
  await expect(Promise.race([queue('ben', async () => 1), pause(5, 'waits')])).resolves.toBe('waits')
  first.finish()
  await Promise.all(all)
})

test('slow clients come after all others, one at a time, and leave the spare slot', async () => {
  const slow = { afterMs: 1_000, clients: new Set(['slow1', 'slow2']) }
  const ids = ['slow1', 'slow2', 'slow1', 'ana', 'ben', 'cem']
  const { started, finish, end } = startAll(queueOf({ concurrency: 2, spareSlots: 1, slowWork: slow }), ids)
  await pause(1)
  expect(started).toEqual(['slow1', 'ana', 'ben'])
  await finish(0)
  expect(started).toEqual(['slow1', 'ana', 'ben'])
  await finish(3)
  expect(started).toEqual(['slow1', 'ana', 'ben', 'cem'])
  await end()
  expect(started.slice(4)).toEqual(['slow2', 'slow1'])
})

test('a client with a slow request counts as slow, and another client gets the spare slot', async () => {
  const clients = new Set<string>()
  const queue = queueOf({ concurrency: 2, spareSlots: 1, slowWork: { afterMs: 20, clients } })
  const works = [work(), work()]
  const all = works.map((workItem, index) => queue(`slow${index}`, workItem.run))
  await expect(queue('ana', async () => 'done')).resolves.toBe('done')
  await expect.poll(() => [...clients]).toEqual(['slow0', 'slow1'])
  for (const workItem of works) workItem.finish()
  await Promise.all(all)
})

test('background work has one slot, and none while others need them all', async () => {
  const { run, tryAcquireBackground } = createFairQueue({
    concurrency: 2,
    spareSlots: 1,
    maxPerClient: 12,
    busyMessage: '',
    retryAfter: 1,
  })
  const release = tryAcquireBackground()
  expect(release).toBeDefined()
  expect(tryAcquireBackground()).toBeUndefined()
  const { started, end } = startAll(run, ['ana', 'ben', 'cem'])
  await pause(1)
  expect(started).toEqual(['ana', 'ben'])
  release?.()
  await pause(1)
  expect([started, tryAcquireBackground()]).toEqual([['ana', 'ben'], undefined])
  await end()
  expect(tryAcquireBackground()).toBeDefined()
})

test('clients with equally many running requests take turns', async () => {
  const queue = queueOf({ concurrency: 1 })
  const order: string[] = []
  const run = (who: string) => queue(who, async () => void order.push(who))
  await Promise.all(['ana', 'ana', 'ana', 'ben', 'ben', 'cat'].map(run))
  expect(order).toEqual(['ana', 'ana', 'ben', 'cat', 'ana', 'ben'])
})

test('no client waits forever, and a cancelled one leaves the queue', async () => {
  const queue = queueOf({ concurrency: 1, maxWaitMs: 5 })
  const first = work()
  const all = [queue('ana', first.run)]
  await expect(queue('ana', async () => 1)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(queue('ben', async () => 2)).rejects.toMatchObject({ retryAfter: 10 })
  first.finish()
  await Promise.all(all)
  await expect(queue('ben', async () => 3)).resolves.toBe(3)
})

test('a client that may run one task at a time leaves the other slots to others', async () => {
  const queue = createFairQueue({
    concurrency: 4,
    maxRunningPerClient: 1,
    maxPerClient: 10,
    busyMessage: 'Wait.',
    retryAfter: 1,
  })
  const flood = startTask(queue, 'flood', 8)
  const late = startTask(queue, 'late', 2)
  await pause(1)
  expect([flood.started(), late.started()]).toEqual([1, 1])
  late.release()
  flood.release()
  await Promise.all([late.ended, flood.ended])
  expect([flood.started(), late.started()]).toEqual([8, 2])
})

function startTask(queue: FairQueue, client: string, count: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let started = 0
  const tasks = Array.from({ length: count }, () =>
    queue.run(client, async () => {
      started += 1
      await promise
    }),
  )
  return { started: () => started, release: resolve, ended: Promise.all(tasks) }
}
