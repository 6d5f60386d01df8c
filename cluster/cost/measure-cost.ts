import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Config, readConfig } from '#server/config/config.ts'
import { seatEditors } from '../../bench/editors.ts'
import { httpRequest } from '../../bench/http-request.ts'
import { openLibrary } from '../../bench/library.ts'
import { load } from '../../bench/load.ts'
import { signInMembers } from '../../bench/members.ts'
import { drawSample, type Sample } from '../../bench/sample.ts'
import type { Cluster } from '../cluster.ts'
import { errands } from './errands.ts'
import { kindsOf, mapped, type PartsTime, timing } from './parts-time.ts'
import { openPublishers } from './publishing.ts'

/** Of one kind of request: how many there were, and what one of them took of each part, in milliseconds of CPU. */
type Cost = { name: string; title: string; requests: number; perSecond: number; cpuMs: PartsTime }
/** What each part takes when nobody asks for anything, in milliseconds of CPU per second. */
export type Costs = { zines: number; idle: PartsTime; costs: Cost[] }

type Wishes = { zines: number; seconds: number; say: (line: string) => void }

const connections = 10
/** Less than the machine can do, so that nobody waits in line. */
const everyMs = 25
const settlesIn = 10_000

/** Fills the cluster's library and asks for everything in turn; what it takes idle is taken off. */
export async function measureCosts(cluster: Cluster, { zines, seconds, say }: Wishes): Promise<Costs> {
  const config = readConfig(cluster.sites[0]?.settings ?? {})
  const library = await openLibrary(config, { zines, say })
  try {
    const { sample, cookie } = await completeSample(library.pool, config)
    const kinds = await kindsOf(cluster)
    const publishFor = await openPublishers(cluster.url)
    await sleep(settlesIn)
    say('idle …')
    const quiet = await timing(kinds, () => sleep(settlesIn))
    const idle = mapped(quiet.times, (time) => (time / quiet.ms) * 1000)
    const costs: Cost[] = []
    const measure = async (name: string, title: string, work: () => Promise<number>) => {
      say(`${title} …`)
      costs.push({ name, title, ...costOf(await timing(kinds, work), idle) })
    }
    const port = Number(new URL(cluster.url).port)
    for (const { name, title, request } of errands)
      await measure(name, title, async () => {
        const ask = (n: number, connection: number) =>
          httpRequest(request(sample, n, connection), { cookie, token: '' })
        const pace = { seconds: name === 'mixed' ? seconds : seconds / 2 }
        const { latencies } = await load({ port, request: ask, status: 200, connections, everyMs, pace })
        return latencies.length
      })
    await measure('publish', 'uploading a picture and publishing it', () => publishFor(seconds))
    return { zines: library.zines, idle, costs }
  } finally {
    await library.stop()
  }
}

type Timed = { result: number; ms: number; times: PartsTime }

const costOf = ({ result, ms, times }: Timed, idle: PartsTime) => ({
  requests: result,
  perSecond: (result / ms) * 1000,
  cpuMs: mapped(times, (time, kind) => (time - ((idle[kind] ?? 0) * ms) / 1000) / result),
})

async function completeSample(pool: pg.Pool, config: Config) {
  const drawn = await drawSample(pool, config.dataDir)
  const members = [drawn.reader, ...drawn.creators.slice(0, connections)]
  const [reader, ...fans] = await signInMembers(pool, config, members)
  const editors = await seatEditors(pool, fans)
  const sample: Sample = { ...drawn, homePage: '', profilePage: '', fans, editors }
  return { sample, cookie: reader?.cookie ?? '' }
}
