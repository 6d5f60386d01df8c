import { setTimeout as sleep } from 'node:timers/promises'
import {
  createFan,
  createGuest,
  createPublisher,
  createWriter,
  type LoadClient,
  RequestCounter,
} from './load-clients.ts'
import type { Site } from './site.ts'

/**
 * People who read, search, favorite, publish and save during an attack. Each has their own IP address and never retries a
 * refused request: every refusal counts.
 */
export async function startBackgroundLoad(
  site: Site,
  {
    counter = new RequestCounter(),
    maxZines = Number.POSITIVE_INFINITY,
    createExtraClients = async (): Promise<LoadClient[]> => [],
  } = {},
) {
  const zinePublisher = await createPublisher(site, counter, { n: 1, maxZines })
  const others = [
    createWriter(site, counter, 2),
    createWriter(site, counter, 3),
    createFan(site, counter, 4),
    createFan(site, counter, 5),
  ]
  const guests = [6, 7, 8, 9].map((n) => createGuest(site, counter, n))
  const extraClients = await createExtraClients()
  const clients = [zinePublisher, ...extraClients, ...(await Promise.all([...others, ...guests]))]
  const { begin, stop } = createLoad(clients)
  return {
    begin,
    /** Returns their figures. */
    async stop() {
      await stop()
      return counter.figures()
    },
  }
}

/** People who start and stop together, any number of times. */
export function createLoad(clients: LoadClient[]) {
  let stopping = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  return {
    begin() {
      stopping = new AbortController()
      running = Promise.all(clients.map((person) => runClient(person, stopping.signal)))
    },
    /** Resolves when every person has a response or has given up. */
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Acts until the load stops. Errors are ignored here, because the calls have counted them. */
async function runClient({ everyMs, act }: LoadClient, stopping: AbortSignal) {
  while (!stopping.aborted) {
    await act().catch(() => undefined)
    await sleep(everyMs * (0.5 + Math.random()), undefined, { signal: stopping }).catch(() => undefined)
  }
}
