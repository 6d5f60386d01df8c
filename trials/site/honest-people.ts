import type { Project } from '#contract/projects.ts'
import type { OpenZine, ZineList } from '#contract/zines.ts'
import { percentile } from '#trials/bench/figures.ts'
import { answered, type Call, jsonOf, openClient } from './client.ts'
import { pictureOf, publish, uploadMedia } from './publish.ts'
import type { Site } from './site.ts'

/** A person who repeats an act with pauses. */
export type Person = { everyMs: number; act(): Promise<unknown> }

/** The IP address of the n-th person. Attackers use other networks. */
export const homeAddress = (n: number) => `127.0.1.${n}`

const words = ['moth', 'kitchen', 'night bus', 'atlas', 'seeds', 'paper']
const wordOf = (n: number) => words[n % words.length] ?? ''

/** Reads the home page, opens a zine, loads its cover, and searches. */
export async function guest(
  site: Pick<Site, 'client'>,
  tally: Pick<Tally, 'counting'>,
  n: number,
): Promise<Person> {
  const call = tally.counting(site.client(homeAddress(n)).call)
  let turn = n
  const acts = [
    () => call('GET', '/'),
    () => call('GET', `/api/search/zines?search=${encodeURIComponent(wordOf(turn))}`),
    () => openZine(call, turn),
    () => call('GET', '/api/zines'),
  ]
  return { everyMs: 250, act: async () => acts[turn++ % acts.length]?.() }
}

/** Attackers' zines have other titles. They may be deleted at any time. */
const honestTitle = /^(The first|Issue|Shelf)/

async function openZine(call: Call, turn: number) {
  const list = jsonOf<ZineList>(await answered(call('GET', '/api/zines')))
  const zines = list.zines.filter(({ title }) => honestTitle.test(title))
  const zine = zines[turn % Math.max(1, zines.length)]
  if (!zine) throw new Error('no zines')
  await call('GET', `/zine/${zine.id}`)
  if (zine.imageUrl) await call('GET', zine.imageUrl)
}

/** Reads and favorites as a member. Reports favorites that were not counted. */
export async function fan(site: Site, tally: Tally, n: number): Promise<Person> {
  const { client } = await site.signUp(homeAddress(n))
  const call = tally.counting(client.call)
  let isFavorited = false
  const act = async () => {
    await call('GET', '/')
    const [zine] = jsonOf<ZineList>(await answered(call('GET', '/api/search/zines?search=first'))).zines
    if (!zine) return tally.notice('a zine that was published is not found')
    const toggled = await answered(call('POST', '/api/favorites/zines', { body: { zineId: zine.id } }))
    const now = jsonOf<{ isFavorited: boolean }>(toggled).isFavorited
    if (now === isFavorited) tally.notice('a favorite was acknowledged that did not change anything')
    isFavorited = now
  }
  return { everyMs: 400, act }
}

/** Saves notes and logs time repeatedly. Reports notes that differ from what was saved. */
export async function writer(site: Site, tally: Tally, n: number): Promise<Person> {
  const { client } = await site.signUp(homeAddress(n))
  const begun = await answered(client.call('POST', '/api/projects', { body: { title: 'Plans' } }))
  const { id } = jsonOf<{ project: Project }>(begun).project
  const path = `/api/projects/${id}`
  const call = tally.counting(client.call)
  let turn = 0
  const act = async () => {
    const before = jsonOf<{ project: Project }>(await answered(call('GET', path))).project
    turn += 1
    const notes = `${before.notes.slice(-2000)}\nline ${turn}`
    const saved = await answered(call('PUT', path, { body: { notes, version: before.version } }))
    if (jsonOf<{ project: Project }>(saved).project.notes !== notes)
      tally.notice('notes were not kept as sent')
    if (turn % 4 === 0) await call('POST', '/api/focus-sessions', { body: { projectId: id, duration: 25 } })
  }
  return { everyMs: 500, act }
}

type Publishing = { n: number; keptZines: number }

/** Publishes and corrects zines. The first is published before the load starts, so that there is one to read. */
export async function publisher(site: Site, tally: Tally, { n, keptZines }: Publishing): Promise<Person> {
  const { client } = await site.signUp(homeAddress(n))
  const call = tally.counting(client.call)
  const published: string[] = []
  let turn = 0
  const publishNext = async (by: Call) => {
    const picture = await pictureOf(++turn)
    const title = `${turn === 1 ? 'The first' : `Issue ${turn}`} ${wordOf(turn)}`
    return publish(by, { title, mediaFiles: [await uploadMedia(by, picture)] })
  }
  await publishNext(client.call)
  const act = async () => {
    const id = await publishNext(call)
    published.push(id)
    await correct(call, id, tally)
    const oldest = published.length > keptZines ? published.shift() : undefined
    if (oldest) await call('DELETE', `/api/zines/${oldest}`)
  }
  return { everyMs: 2_000, act }
}

/** Opens a zine and corrects a word. Reports a correction that was not saved. */
async function correct(call: Call, id: string, tally: Tally) {
  const path = `/api/zines/${id}`
  const { version } = jsonOf<{ zine: OpenZine }>(await answered(call('GET', path))).zine
  const description = `Corrected ${wordOf(version)}`
  const saved = await answered(call('PUT', path, { body: { version, description } }))
  if (jsonOf<{ zine: OpenZine }>(saved).zine.description !== description)
    tally.notice('a correction was not kept as sent')
}

/** Returns with a new browser each time, and sometimes resets the password. */
export async function comer(site: Site, tally: Tally, n: number): Promise<Person> {
  const { email, password } = await site.signUp(homeAddress(n))
  let turn = 0
  const act = async () => {
    const client = openClient(site.port, homeAddress(n))
    const call = tally.counting(client.call)
    await call('POST', '/api/auth/sign-in/email', { body: { email, password } })
    await call('GET', '/api/auth/session')
    if (++turn % 10 === 0) await call('POST', '/api/auth/request-password-reset', { body: { email } })
    await call('POST', '/api/auth/sign-out', { body: {} })
    client.close()
  }
  return { everyMs: 5_000, act }
}

/** What the background load measured. Times are in milliseconds. `preparing` is the longest time for a picture. */
export type HonestFigures = {
  requests: number
  failures: string[]
  p50: number
  p99: number
  preparing: number
}

/** Counts the requests of the background load, and those that were refused, interrupted or timed out. */
export class Tally {
  #requests = 0
  readonly #failures: string[] = []
  readonly #latencies: number[] = []
  readonly #preparing: number[] = []

  /** Wraps calls to count them. Calls with a longer timeout than usual do not count for latency. */
  counting(call: Call): Call {
    return async (method, path, sent) => {
      const start = performance.now()
      this.#requests += 1
      try {
        const answer = await call(method, path, sent)
        if (answer.status >= 400) this.#fail(method, path, `${answer.status} ${answer.text.slice(0, 120)}`)
        return answer
      } catch (error) {
        this.#fail(method, path, (error as Error).message)
        throw error
      } finally {
        const times = (sent?.patienceMs ?? 0) > 10_000 ? this.#preparing : this.#latencies
        times.push(performance.now() - start)
      }
    }
  }

  /** Records a response that differs from what was requested. */
  notice(what: string) {
    this.#failures.push(what)
  }

  figures(): HonestFigures {
    return {
      requests: this.#requests,
      failures: this.#failures,
      p50: percentile(this.#latencies, 0.5),
      p99: percentile(this.#latencies, 0.99),
      preparing: Math.max(0, ...this.#preparing),
    }
  }

  #fail(method: string, path: string, why: string) {
    this.#failures.push(`${method} ${path.replace(/[0-9a-f-]{32,}/g, '…')}: ${why}`)
  }
}
