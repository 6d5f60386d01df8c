import { randomBytes, randomInt } from 'node:crypto'
import type pg from 'pg'
import { imageAddress } from '#contract/media-address.ts'
import { workspaceDelays } from '#contract/workspace-limits.ts'
import { openDb } from '#server/db/connection.ts'
import { createProject } from '#server/projects/projects.queries.ts'
import { deleteZine } from '#server/zines/delete-zine.queries.ts'
import { randomFrom } from '#tests/support/random.ts'
import type { ComparedServers } from './compare.ts'
import { median, percentile } from './figures.ts'
import { httpRequest, load } from './load.ts'
import type { Finding } from './report.ts'
import { nth, type Request } from './scenario.ts'
import { Writers } from './seed/texts.ts'

type MeasurementContext = ComparedServers & { pool: pg.Pool; seconds: number }

/** Measurements that do not just repeat one request. */
export const trials: Record<string, (context: MeasurementContext) => Promise<Finding[]>> = {
  'home-favorited': measureReadsWithFavorites,
  'publish-many': measurePublishing,
  autosave,
}

const favoritesPerSecond = 20

/** Guests read the home page with and without members favoriting zines. The two alternate. */
async function measureReadsWithFavorites({
  app: { port },
  sample,
  seconds: totalSeconds,
}: MeasurementContext): Promise<Finding[]> {
  const seconds = Math.max(2, totalSeconds / 6)
  const read = () => load({ port, request: () => httpRequest({ path: '/' }), seconds })
  const addFavorites = () =>
    load({
      port,
      connections: favoritesPerSecond,
      everyMs: 1_000,
      seconds,
      request: (n, connection) => {
        const body = { zineId: nth(sample.zines, n) }
        const { cookie } = nth(sample.fans, connection)
        return httpRequest({ method: 'POST', path: '/api/favorites/zines', body, cookie })
      },
    })
  const [baseline, withFavorites]: [number[], number[]] = [[], []]
  for (let round = 0; round < 3; round++) {
    baseline.push((await read()).perSecond)
    const [measured] = await Promise.all([read(), addFavorites()])
    withFavorites.push(measured.perSecond)
  }
  const title = `home pages of guests per second while members favorite ${favoritesPerSecond} times`
  const ratio = 'relative to the rate without favorites'
  return [
    { title, value: median(withFavorites), unit: '/s' },
    { title: ratio, value: median(withFavorites) / median(baseline), unit: '', least: 0.8 },
  ]
}

/** Over all members together. */
const offeredPerSecond = 50
const descriptionWords = 200
/** One in this many published zines is searched for right after the response. */
const searchInterval = 10

/**
 * All members publish one zine after another, first as fast as they can, then at a fixed rate beside readers. Every request
 * must succeed, and every zine that is searched for must be found immediately. The zines are deleted afterwards.
 */
async function measurePublishing(context: MeasurementContext): Promise<Finding[]> {
  const { pool, sample, seconds } = context
  const members = sample.fans.length
  const deadlocks = await countDeadlocks(pool)
  const latenciesBefore = await measureReads(context)
  const publishing = createPublisher(context)
  try {
    const unpaced = await publishing.publish({ seconds })
    const everyMs = (members / offeredPerSecond) * 1000
    const [latenciesDuring, paced] = await Promise.all([
      measureReads(context),
      publishing.publish({ seconds, everyMs }),
    ])
    const title = `publications, ${members} members at once, ${descriptionWords} words each`
    const latencyFinding = (label: string, latencies: number[], part: number) => ({
      title: label,
      value: percentile(latencies, part),
      unit: 'ms',
    })
    return [
      { title, value: unpaced.perSecond, unit: '/s' },
      {
        title: `the same beside readers, relative to the ${offeredPerSecond}/s that were tried`,
        value: paced.perSecond / offeredPerSecond,
        unit: '',
        least: 0.8,
      },
      latencyFinding('one of these, median', paced.latencies, 0.5),
      latencyFinding('one of these, 99 of 100', paced.latencies, 0.99),
      latencyFinding('a reader’s p99 without publications', latenciesBefore, 0.99),
      {
        title: 'a reader’s p99 meanwhile, relative to that',
        value: percentile(latenciesDuring, 0.99) / percentile(latenciesBefore, 0.99),
        unit: '',
        most: 3,
      },
      { title: 'not found by a search right afterwards', value: publishing.missed(), unit: '', most: 0 },
      { title: 'deadlocks', value: (await countDeadlocks(pool)) - deadlocks, unit: '', most: 0 },
    ]
  } finally {
    await publishing.removeAll()
  }
}

/** Members who publish through the API, each one zine after another. */
function createPublisher({ pool, app: { port }, sample: { fans } }: MeasurementContext) {
  const writers = new Writers(randomFrom(randomInt(1, 2 ** 31)))
  const words: string[] = []
  const published: { id: string; creatorId: string }[] = []
  let notFound = 0
  const publish = (pace: { seconds: number; everyMs?: number }) =>
    load({
      port,
      connections: fans.length,
      ...pace,
      async request(_n, connection) {
        const { userId, cookie } = nth(fans, connection)
        const [write, uniqueWord] = [writers.next(), createUniqueWord()]
        words[connection] = uniqueWord
        const url = imageAddress(await insertUpload(pool, userId))
        const texts = { title: `${write(4)} ${uniqueWord}`, description: write(descriptionWords) }
        const body = { ...texts, aspectRatio: '1:1', mediaFiles: [{ url, altText: write(8) }] }
        return httpRequest({ method: 'POST', path: '/api/zines', body, cookie })
      },
      async onResponse(text, connection) {
        const { id } = JSON.parse(text).zine as { id: string }
        published.push({ id, creatorId: nth(fans, connection).userId })
        if (published.length % searchInterval === 0 && !(await findsOnly(port, words[connection] ?? '', id)))
          notFound += 1
      },
    })
  const removeAll = async () => {
    const db = openDb(pool)
    for (const { id, creatorId } of published) await db.transaction().execute((tx) => deleteZine(tx, id, creatorId))
  }
  return { publish, missed: () => notFound, removeAll }
}

const alphabet = 'bcdfghjklmnpqrstvwxz'
/** A sequence of characters that occurs in no text. */
const createUniqueWord = () => Array.from(randomBytes(14), (byte) => alphabet[byte % alphabet.length]).join('')

/** A separate media row for each zine, because duplicates count as one zine. It needs no file, since none is requested. */
async function insertUpload(pool: pg.Pool, owner: string) {
  const hash = randomBytes(16).toString('hex')
  await pool.query(
    `insert into media (owner_id, kind, hash, extension, width, height, placeholder, byte_size)
     values ($1, 'image', $2, 'webp', 800, 1000, 'data:,', 1000)`,
    [owner, hash],
  )
  return hash
}

/** Whether exactly this zine matches the word, without a spelling correction. */
async function findsOnly(port: number, word: string, id: string) {
  const response = await fetch(`http://127.0.0.1:${port}/api/search/zines?search=${word}`)
  const { zines, correction } = (await response.json()) as { zines?: { id: string }[]; correction?: object }
  return !correction && zines?.length === 1 && zines[0]?.id === id
}

async function countDeadlocks(pool: pg.Pool) {
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks ?? 0
}

/** Latencies of ten readers in milliseconds. The load is high, but leaves enough time to notice a pause. */
async function measureReads({ app: { port }, sample: { texts, zines }, seconds }: MeasurementContext) {
  const readRequest = (n: number): Request => {
    const text = nth([texts.common, texts.rare, texts.middling, texts.threeWords], n)
    const search = `/api/search/zines?search=${encodeURIComponent(nth(text, n))}`
    return { path: nth(['/api/zines', search, `/api/zines/${nth(zines, n)}`], Math.floor(n / 4)) }
  }
  const { latencies } = await load({
    port,
    everyMs: 40,
    seconds,
    request: (n) => httpRequest(readRequest(n)),
  })
  return latencies
}

/** Members save texts of 100 kB as the editor does. */
async function autosave({ pool, app: { port }, sample: { fans }, seconds }: MeasurementContext): Promise<Finding[]> {
  const title = 'Autosave bench'
  await pool.query(`delete from projects p using project_versions v where v.project_id = p.id and v.title = $1`, [
    title,
  ])
  const write = new Writers(randomFrom(11)).next()
  const notes = write(20_000).slice(0, 100_000)
  const editors = await Promise.all(
    fans.map(async ({ userId, cookie }) => {
      const project = await createProject(pool, userId, { id: undefined, title, notes })
      return { cookie, path: `/api/projects/${JSON.parse(project).id}?brief=true`, version: 1 }
    }),
  )
  const { latencies } = await load({
    port,
    connections: editors.length,
    everyMs: workspaceDelays.autosave,
    seconds: Math.max(seconds, (3 * workspaceDelays.autosave) / 1000),
    request(n, connection) {
      const editor = nth(editors, connection)
      const body = { version: editor.version++, notes: `${n} ${notes}` }
      return httpRequest({ method: 'PUT', path: editor.path, body, cookie: editor.cookie })
    },
  })
  const savedTitle = `${editors.length} editors of 100 kB save every two seconds`
  return [
    { title: `${savedTitle}: median`, value: percentile(latencies, 0.5), unit: 'ms' },
    { title: `${savedTitle}: 99 of 100`, value: percentile(latencies, 0.99), unit: 'ms', most: 50 },
  ]
}
