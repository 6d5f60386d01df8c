import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '#trials/bench/figures.ts'
import { startBackgroundLoad } from '#trials/site/background-load.ts'
import { createReturningMember, RequestCounter } from '#trials/site/load-clients.ts'
import { Site } from '#trials/site/site.ts'
import type { Options } from '../options.ts'
import type { Result } from '../report.ts'

type SoakOptions = Pick<Options, 'minutes'> & { log: (line: string) => void }

/** Values that must stay flat, each with the drift that counts as noise. */
const allowedDrift = {
  'memory of the app, MB': 15,
  'open files and sockets': 6,
  'connections to the database': 3,
  'temporary files': 6,
  'size of the database, MB': 4,
}
type Sample = Record<keyof typeof allowedDrift, number>

const everyMs = 5_000
/** The publisher deletes older zines, so that the library stays the same size. */
const maxZines = 10

/** Runs steady load for a long time and checks that the resource use stays flat. */
export async function soak({ minutes, log }: SoakOptions): Promise<Result[]> {
  const site = await Site.open({ settings: { RATE_LIMITS: 'off' } })
  try {
    const counter = new RequestCounter()
    const extraClients = [await createReturningMember(site, counter, 20)]
    const load = await startBackgroundLoad(site, { counter, maxZines, extraClients })
    load.begin()
    const samples: Sample[] = []
    for (const endsAt = Date.now() + minutes * 60_000; Date.now() < endsAt; ) {
      await sleep(everyMs)
      samples.push(await takeSample(site))
      if (samples.length % 12 === 0) log(JSON.stringify(samples.at(-1)))
    }
    const { requests, failures } = await load.stop()
    const failed = failures.length > 0 ? [`${failures.length} requests failed, such as ${failures[0]}`] : []
    return [
      { name: 'requests', figures: { 'at the end': requests, drift: '' }, problems: failed },
      ...Object.keys(allowedDrift).map((name) => resultOf(samples, name as keyof Sample)),
    ]
  } finally {
    await site.remove()
  }
}

async function takeSample(site: Site): Promise<Sample> {
  const { rssMb, handles } = site.figures()
  const { rows } = await site.withDatabase((database) =>
    database.query<{ connections: number; size: number }>(
      `select (select count(*)::int from pg_stat_activity where application_name = 'foldout') as connections,
        pg_database_size(current_database())::float8 / 1024 / 1024 as size`,
    ),
  )
  return {
    'memory of the app, MB': rssMb,
    'open files and sockets': handles,
    'connections to the database': rows[0]?.connections ?? 0,
    'temporary files': await countTempFiles(site.dataDir),
    'size of the database, MB': rows[0]?.size ?? 0,
  }
}

/** Unfinished uploads and files that are being decoded. */
async function countTempFiles(dataDir: string) {
  const folders = [join(dataDir, 'uploads'), join(dataDir, 'media', 'work')]
  const names = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))
  return names.flat().length
}

/** A falling value counts as flat, and so does growth of up to 5 % of the median. */
function resultOf(samples: Sample[], name: keyof Sample): Result {
  const values = samples.map((sample) => sample[name])
  const drift = driftOf(values)
  const isFlat = values.length >= sliceCount * 2 && drift <= Math.max(allowedDrift[name], 0.05 * median(values))
  return {
    name,
    figures: { 'at the end': values.at(-1) ?? 0, drift: drift.toFixed(1) },
    problems: isFlat ? [] : [`it grew by ${drift.toFixed(1)} over the second half`],
  }
}

const sliceCount = 6

/**
 * The growth over the second half, after the warm-up: the slope through the medians of its slices, so that no single sample
 * decides.
 */
function driftOf(values: number[]) {
  const half = values.slice(Math.floor(values.length / 2))
  const size = half.length / sliceCount
  const medians = Array.from({ length: sliceCount }, (_, n) => median(half.slice(n * size, (n + 1) * size)))
  const meanIndex = (sliceCount - 1) / 2
  const covariance = medians.reduce((total, one, n) => total + (n - meanIndex) * one, 0)
  const variance = medians.reduce((total, _, n) => total + (n - meanIndex) ** 2, 0)
  return (covariance / variance) * (sliceCount - 1)
}
