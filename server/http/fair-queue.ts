import { msg } from '@lingui/core/runtime-macro'
import { ApiError, type ErrorText } from './errors.ts'

export type FairQueueOptions = {
  concurrency: number
  /** Extra slots for other clients while one client uses all slots, or while slow or background work runs. */
  spareSlots?: number
  maxRunningPerClient?: number
  maxPerClient: number
  maxWaitMs?: number
  busyMessage: ErrorText
  retryAfter: number
  slowWork?: SlowWork
  /** Clients of a lower rank come first. Without it, slow clients come last. */
  rankOf?: (clientId: string) => number
}

/** Work above `afterMs` (milliseconds) marks its client as slow for a while. Slow clients come last and share one slot. */
type SlowWork = { afterMs: number; clients: { add(id: string): void; has(id: string): boolean } }

type Client = { id: string; running: number; queue: QueuedWork[] }
type QueuedWork = { start(release: Release): void }
type Release = () => void

/** Limits concurrent work. Next is the client with the fewest running tasks, then the one that has waited longest. */
export function createFairQueue(options: FairQueueOptions) {
  const { maxPerClient, maxWaitMs, busyMessage, retryAfter } = options
  const clientsById = new Map<string, Client>()
  const queuedClients = new Set<Client>()
  const slots = createSlots(options, startNext)
  const tooManyError = () => new ApiError('too_many_requests', busyMessage, { retryAfter })

  function acquireNow(client: Client): Release {
    const release = slots.acquire(client)
    return () => {
      release()
      if (client.running + client.queue.length === 0) clientsById.delete(client.id)
    }
  }

  function startNext() {
    for (let next = slots.nextClient(queuedClients); next; next = slots.nextClient(queuedClients)) {
      const first = next.queue.shift()
      queuedClients.delete(next)
      if (next.queue.length > 0) queuedClients.add(next)
      first?.start(acquireNow(next))
    }
  }

  async function waitForSlot(client: Client, waitMs: number | undefined) {
    const { promise, resolve, reject } = Promise.withResolvers<Release>()
    const entry = { start: resolve }
    client.queue.push(entry)
    queuedClients.add(client)
    const timer = waitMs && setTimeout(() => expire(client, entry, reject), waitMs)
    return promise.finally(() => clearTimeout(timer))
  }

  function expire(client: Client, entry: QueuedWork, reject: (error: ApiError) => void) {
    client.queue.splice(client.queue.indexOf(entry), 1)
    if (client.queue.length === 0) queuedClients.delete(client)
    if (client.running + client.queue.length === 0) clientsById.delete(client.id)
    reject(new ApiError('unavailable', timeoutMessage, { retryAfter }))
  }

  /** Acquires a slot, immediately if one is free, otherwise in turn. The result releases it. */
  function acquire(id: string, waitMs = maxWaitMs): Release | Promise<Release> {
    const client = clientsById.get(id) ?? { id, running: 0, queue: [] }
    if (client.running + client.queue.length >= maxPerClient) throw tooManyError()
    clientsById.set(id, client)
    return slots.canStart(client) ? acquireNow(client) : waitForSlot(client, waitMs)
  }

  const isWaiting = (matches: (clientId: string) => boolean) => [...queuedClients].some(({ id }) => matches(id))

  return { acquire, isWaiting, tryAcquireBackground: slots.tryAcquireBackground, run: runner(acquire) }
}

function createSlots(options: FairQueueOptions, onRelease: () => void) {
  const { concurrency, maxRunningPerClient = Number.POSITIVE_INFINITY, spareSlots = 0, slowWork } = options
  let running = 0
  let activeClients = 0
  let slowRunning = 0
  let isBackgroundRunning = false
  const isSlow = ({ id }: Client) => slowWork?.clients.has(id) ?? false
  const { rankOf = (id: string) => Number(slowWork?.clients.has(id) ?? false) } = options

  function canStart(client: Client) {
    if (client.running >= maxRunningPerClient) return false
    if (isSlow(client)) return running < concurrency && slowRunning === 0
    const isOneOtherClientActive = activeClients === 1 && client.running === 0
    const canUseSpare = isOneOtherClientActive || slowRunning > 0 || isBackgroundRunning
    return running < concurrency + (canUseSpare ? spareSlots : 0)
  }

  function acquire(client: Client): Release {
    running += 1
    client.running += 1
    if (client.running === 1) activeClients += 1
    const releaseSlow = slowWork && trackSlowWork(client, slowWork)
    return () => {
      running -= 1
      client.running -= 1
      if (client.running === 0) activeClients -= 1
      releaseSlow?.()
      onRelease()
    }
  }

  /** As soon as work counts as slow, another client may use the spare slot. */
  function trackSlowWork(client: Client, { afterMs, clients }: SlowWork): Release {
    let counted = Number(isSlow(client))
    slowRunning += counted
    const timer = setTimeout(() => {
      clients.add(client.id)
      slowRunning += 1 - counted
      counted = 1
      onRelease()
    }, afterMs)
    return () => {
      clearTimeout(timer)
      slowRunning -= counted
    }
  }

  /** One slot for background work that no client needs. Does not wait: undefined if none is free. */
  function tryAcquireBackground(): Release | undefined {
    if (isBackgroundRunning || running >= concurrency) return undefined
    isBackgroundRunning = true
    running += 1
    return () => {
      isBackgroundRunning = false
      running -= 1
      onRelease()
    }
  }

  const compareClients = (one: Client, other: Client) =>
    rankOf(one.id) - rankOf(other.id) || one.running - other.running

  function nextClient(queuedClients: Iterable<Client>) {
    let first: Client | undefined
    for (const client of queuedClients)
      if (canStart(client) && (!first || compareClients(client, first) < 0)) first = client
    return first
  }

  return { canStart, acquire, tryAcquireBackground, nextClient }
}

const runner =
  (acquire: (id: string, waitMs?: number) => Release | Promise<Release>) =>
  async <Result>(id: string, work: () => Promise<Result>, waitMs?: number): Promise<Result> => {
    const release = await acquire(id, waitMs)
    try {
      return await work()
    } finally {
      release()
    }
  }

/** Other clients cause this wait, so the message does not blame the one who waits. */
const timeoutMessage = msg`The server is busy. Nothing was changed; please try again in a moment.`

export type FairQueue = ReturnType<typeof createFairQueue>
