import type { Project } from '#contract/projects.ts'
import type { FullZine, ZineList } from '#contract/zines.ts'
import { percentile } from '#trials/bench/figures.ts'
import { type Call, expectOk, parseJson } from './client.ts'
import { publish, testPicture, uploadMedia } from './publish.ts'
import type { Site } from './site.ts'

/** A person who repeats an act with pauses. */
export type LoadClient = { everyMs: number; act(): Promise<unknown> }

/** The IP address of the n-th person. Attackers use other networks. */
export const clientAddress = (n: number) => `127.0.1.${n}`

const words = ['moth', 'kitchen', 'night bus', 'atlas', 'seeds', 'paper']
const titleWord = (n: number) => words[n % words.length] ?? ''

/** Reads the home page, opens a zine, loads its cover, and searches. */
export async function createGuest(
  site: Pick<Site, 'client'>,
  counter: Pick<RequestCounter, 'counting'>,
  n: number,
): Promise<LoadClient> {
  const call = counter.counting(site.client(clientAddress(n)).call)
  let requestNumber = n
  const actions = [
    () => call('GET', '/'),
    () => call('GET', `/api/search/zines?search=${encodeURIComponent(titleWord(requestNumber))}`),
    () => openZine(call, requestNumber),
    () => call('GET', '/api/zines'),
  ]
  return { everyMs: 250, act: async () => actions[requestNumber++ % actions.length]?.() }
}

/** Attackers' zines have other titles. They may be deleted at any time. */
const loadTitle = /^(The first|Issue|Shelf)/

async function openZine(call: Call, requestNumber: number) {
  const list = parseJson<ZineList>(await expectOk(call('GET', '/api/zines')))
  const zines = list.zines.filter(({ title }) => loadTitle.test(title))
  const zine = zines[requestNumber % Math.max(1, zines.length)]
  if (!zine) throw new Error('no zines')
  await call('GET', `/zine/${zine.id}`)
  if (zine.imageUrl) await call('GET', zine.imageUrl)
}

/** Reads and favorites as a member. Reports favorites that were not counted. */
export async function createFan(site: Site, counter: RequestCounter, n: number): Promise<LoadClient> {
  const { client } = await site.signUp(clientAddress(n))
  const call = counter.counting(client.call)
  let isFavorited = false
  const act = async () => {
    await call('GET', '/')
    const [zine] = parseJson<ZineList>(await expectOk(call('GET', '/api/search/zines?search=first'))).zines
    if (!zine) return counter.addFailure('a zine that was published is not found')
    const response = await expectOk(call('POST', '/api/favorites/zines', { body: { zineId: zine.id } }))
    const isNowFavorited = parseJson<{ isFavorited: boolean }>(response).isFavorited
    if (isNowFavorited === isFavorited) counter.addFailure('a favorite was acknowledged that did not change anything')
    isFavorited = isNowFavorited
  }
  return { everyMs: 400, act }
}

/** Saves notes and logs time repeatedly. Reports notes that differ from what was saved. */
export async function createWriter(site: Site, counter: RequestCounter, n: number): Promise<LoadClient> {
  const { client } = await site.signUp(clientAddress(n))
  const created = await expectOk(client.call('POST', '/api/projects', { body: { title: 'Plans' } }))
  const { id } = parseJson<{ project: Project }>(created).project
  const path = `/api/projects/${id}`
  const call = counter.counting(client.call)
  let line = 0
  const act = async () => {
    const project = parseJson<{ project: Project }>(await expectOk(call('GET', path))).project
    line += 1
    const notes = `${project.notes.slice(-2000)}\nline ${line}`
    const response = await expectOk(call('PUT', path, { body: { notes, version: project.version } }))
    if (parseJson<{ project: Project }>(response).project.notes !== notes)
      counter.addFailure('notes were not kept as sent')
    if (line % 4 === 0) await call('POST', '/api/focus-sessions', { body: { projectId: id, duration: 25 } })
  }
  return { everyMs: 500, act }
}

type PublisherOptions = { n: number; maxZines: number }

/** Publishes and corrects zines. The first is published before the load starts, so that there is one to read. */
export async function createPublisher(
  site: Site,
  counter: RequestCounter,
  { n, maxZines }: PublisherOptions,
): Promise<LoadClient> {
  const { client } = await site.signUp(clientAddress(n))
  const call = counter.counting(client.call)
  const published: string[] = []
  let issue = 0
  const publishNext = async (send: Call) => {
    const picture = await testPicture(++issue)
    const title = `${issue === 1 ? 'The first' : `Issue ${issue}`} ${titleWord(issue)}`
    return publish(send, { title, mediaFiles: [await uploadMedia(send, picture)] })
  }
  await publishNext(client.call)
  const act = async () => {
    const id = await publishNext(call)
    published.push(id)
    await correct(call, id, counter)
    const oldest = published.length > maxZines ? published.shift() : undefined
    if (oldest) await call('DELETE', `/api/zines/${oldest}`)
  }
  return { everyMs: 2_000, act }
}

/** Opens a zine and corrects a word. Reports a correction that was not saved. */
async function correct(call: Call, id: string, counter: RequestCounter) {
  const path = `/api/zines/${id}`
  const { version } = parseJson<{ zine: FullZine }>(await expectOk(call('GET', path))).zine
  const description = `Corrected ${titleWord(version)}`
  const response = await expectOk(call('PUT', path, { body: { version, description } }))
  if (parseJson<{ zine: FullZine }>(response).zine.description !== description)
    counter.addFailure('a correction was not kept as sent')
}

/** What the background load measured. Times are in milliseconds. `preparing` is the longest time for a picture. */
export type LoadFigures = {
  requests: number
  failures: string[]
  p50: number
  p99: number
  preparing: number
}

/** Counts the requests of the background load, and those that were refused, interrupted or timed out. */
export class RequestCounter {
  #requests = 0
  #isInterrupted = false
  #latenciesTaken = 0
  readonly #failures: string[] = []
  readonly #latencies: number[] = []
  readonly #preparing: number[] = []

  /** Wraps calls to count them. Calls with a longer timeout than usual do not count for latency. */
  counting(call: Call): Call {
    return async (method, path, sent) => {
      const start = performance.now()
      this.#requests += 1
      try {
        const response = await call(method, path, sent)
        if (response.status >= 400) this.#fail(method, path, `${response.status} ${response.text.slice(0, 120)}`)
        return response
      } catch (error) {
        this.#fail(method, path, (error as Error).message)
        throw error
      } finally {
        const latencies = (sent?.timeoutMs ?? 0) > 10_000 ? this.#preparing : this.#latencies
        latencies.push(performance.now() - start)
      }
    }
  }

  /** Records a response that differs from what was requested. */
  addFailure(what: string) {
    if (!this.#isInterrupted) this.#failures.push(what)
  }

  /** Ignores failures during `work`, which interrupts the site. */
  async duringInterruption<T>(work: () => Promise<T>) {
    this.#isInterrupted = true
    try {
      return await work()
    } finally {
      this.#isInterrupted = false
    }
  }

  /** The 99th percentile of the latencies since the last call, in milliseconds. */
  takeP99() {
    const latencies = this.#latencies.slice(this.#latenciesTaken)
    this.#latenciesTaken = this.#latencies.length
    return percentile(latencies, 0.99)
  }

  figures(): LoadFigures {
    return {
      requests: this.#requests,
      failures: this.#failures,
      p50: percentile(this.#latencies, 0.5),
      p99: percentile(this.#latencies, 0.99),
      preparing: Math.max(0, ...this.#preparing),
    }
  }

  #fail(method: string, path: string, reason: string) {
    this.addFailure(`${method} ${path.replace(/[0-9a-f-]{32,}/g, '…')}: ${reason}`)
  }
}
