import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDecoderQueue, createSlowClients } from './decoder-queue.ts'
import { SandboxStoppedError } from './sandbox.ts'

const pictureWork = (ownerId: string) => ({ ownerId, isSvg: false })
const svgWork = (ownerId: string) => ({ ownerId, isSvg: true })

test('a client whose file killed the decoder waits behind the others', async () => {
  const queue = createDecoderQueue({ concurrency: 1 })
  queue.markSlow('slow')
  const orderOf = async (workOf: typeof pictureWork) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const order: string[] = []
    const first = queue.run(workOf('ana'), () => promise)
    const others = ['slow', 'ana'].map((id) => queue.run(workOf(id), async () => void order.push(id)))
    await pause(1)
    resolve()
    await Promise.all([first, ...others])
    return order
  }
  expect(await orderOf(pictureWork)).toEqual(['ana', 'slow'])
  expect(await orderOf(svgWork)).toEqual(['ana', 'slow'])
})

/** Work that ends when it is aborted or released. `starts` is the number of times it was started. */
function endlessDrawing() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const drawing = {
    starts: 0,
    release: resolve,
    work: async (signal: AbortSignal) => {
      drawing.starts += 1
      await Promise.race([promise, pause(2 ** 30, undefined, { signal, ref: false })])
    },
  }
  return drawing
}

test('a short drawing waits for one turn of each member before it, and not for their other drawings', async () => {
  const queue = createDecoderQueue({ concurrency: 1, turnMs: 200, slowAfterMs: 600 })
  const slow = Array.from({ length: 8 }, endlessDrawing)
  const slowRuns = slow.map(({ work }, n) => queue.run(svgWork(`slow${n % 4}`), work))
  let honestStarts = 0
  await queue.run(svgWork('honest'), async (signal) => {
    honestStarts += 1
    await pause(300, undefined, { signal })
  })
  expect(slow.map(({ starts }) => starts)).toEqual([1, 1, 1, 1, 0, 0, 0, 0])
  expect(honestStarts).toBe(1)
  // Members who have used their turns wait for those who have not, also if they came first.
  await queue.run(svgWork('newcomer'), async () => undefined)
  expect(slow.reduce((total, { starts }) => total + starts, 0)).toBe(5)
  for (const { release } of slow) release()
  await Promise.all(slowRuns)
})

test('a large drawing gives way to small ones only so often', async () => {
  const queue = createDecoderQueue({ concurrency: 1, turnMs: 100 })
  const large = endlessDrawing()
  const run = queue.run(svgWork('large'), large.work)
  for (let n = 0; n < 3; n += 1) await queue.run(svgWork(`small${n}`), async () => undefined)
  const last = queue.run(svgWork('small'), async () => undefined)
  await pause(400)
  expect(large.starts).toBe(4)
  large.release()
  await Promise.all([run, last])
  expect(large.starts).toBe(4)
})

test('a drawing is not interrupted by others of the same member, or after its work failed', async () => {
  const queue = createDecoderQueue({ concurrency: 1, turnMs: 50 })
  const drawing = endlessDrawing()
  const first = queue.run(svgWork('ana'), drawing.work)
  const second = queue.run(svgWork('ana'), async () => undefined)
  await pause(400)
  expect(drawing.starts).toBe(1)
  drawing.release()
  await Promise.all([first, second])
  await expect(queue.run(svgWork('ana'), () => Promise.reject(new Error('damaged')))).rejects.toThrow('damaged')
})

test('a stop ends running work and refuses waiting work with 503', async () => {
  const stopping = new AbortController()
  const queue = createDecoderQueue({ concurrency: 1, stopping: stopping.signal })
  const files = [pictureWork, svgWork].flatMap((workOf) => ['ana', 'ana', 'ben'].map(workOf))
  const runs = files.map((file) => queue.run(file, endlessDrawing().work))
  stopping.abort()
  for (const run of await Promise.allSettled(runs))
    expect(run).toMatchObject({ status: 'rejected', reason: { code: 'unavailable', retryAfter: 10 } })
})

test('work whose decoder was stopped together with the site is refused with 503', async () => {
  const queue = createDecoderQueue({ concurrency: 1 })
  for (const workOf of [pictureWork, svgWork]) {
    const stopped = queue.run(workOf('ana'), () => Promise.reject(new SandboxStoppedError('SIGINT')))
    await expect(stopped).rejects.toMatchObject({ code: 'unavailable', retryAfter: 10 })
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
