import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDecoderQueue, createSlowClients } from './decoder-queue.ts'

const pictureWork = (ownerId: string) => ({ ownerId, isSvg: false })
const svgWork = (ownerId: string) => ({ ownerId, isSvg: true })

test('a client whose file killed the decoder waits behind the others, in both queues', async () => {
  const queue = createDecoderQueue({ concurrency: 1 })
  queue.markSlow('slow')
  for (const workOf of [pictureWork, svgWork]) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const order: string[] = []
    const first = queue.run(workOf('ana'), () => promise)
    const others = ['slow', 'ana'].map((id) => queue.run(workOf(id), async () => void order.push(id)))
    resolve()
    await Promise.all([first, ...others])
    expect(order).toEqual(['ana', 'slow'])
  }
})

test('work that others wait for gives up behind the other files of its member, and then takes no slot', async () => {
  const queue = createDecoderQueue({ concurrency: 1 })
  for (const workOf of [pictureWork, svgWork]) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = [1, 2, 3].map(() => queue.run(workOf('ana'), () => promise))
    const waiting = queue.run({ ...workOf('ana'), maxWaitMs: 1 }, async () => 'made')
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
    resolve()
    await Promise.all(slow)
    await expect(queue.run({ ...workOf('ana'), maxWaitMs: 1 }, async () => 'made')).resolves.toBe('made')
  }
})

test('slow clients are forgotten after ten minutes, and only so many are remembered', () => {
  let now = 1
  const clients = createSlowClients({ now: () => now })
  clients.add('ana')
  now += 10 * 60_000
  expect(clients.has('ana')).toBe(true)
  now += 1
  expect(clients.has('ana')).toBe(false)
  for (let n = 0; n < 10_001; n += 1) clients.add(`member${n}`)
  expect([clients.has('member0'), clients.has('member1'), clients.has('member10000')]).toEqual([false, true, true])
})

test('a page of a PDF begins only in a slot that no picture needs', async () => {
  const queue = createDecoderQueue({ concurrency: 2 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const pictures = ['ana', 'ben', 'cem'].map((id) => queue.run(pictureWork(id), () => promise))
  await pause(1)
  expect(queue.startPage(async () => 1)).toBeUndefined()
  resolve()
  await Promise.all(pictures)
  const page = queue.startPage(async () => 'page')
  expect(queue.startPage(async () => 'another')).toBeUndefined()
  await expect(page).resolves.toBe('page')
})
