import { randomBytes, randomInt } from 'node:crypto'
import type pg from 'pg'
import { imageAddress } from '#contract/media-address.ts'
import { workspaceDelays } from '#contract/workspace-limits.ts'
import { openDb } from '#server/db/connection.ts'
import { createProject } from '#server/projects/projects.queries.ts'
import { deleteZine } from '#server/zines/delete-zine.queries.ts'
import type { Contestants } from './compare.ts'
import { median, percentile } from './figures.ts'
import { httpRequest, load } from './load.ts'
import type { Finding } from './report.ts'
import { nth, type Request } from './scenario.ts'
import { randomFrom } from './seed/random.ts'
import { Writers } from './seed/texts.ts'

type Setting = Contestants & { pool: pg.Pool; seconds: number }

/** Measurements that do not just repeat one request. */
export const trials: Record<string, (setting: Setting) => Promise<Finding[]>> = {
  'home-favorited': readBesideFavorites,
  'publish-many': publishMany,
  autosave,
}

const favoritesPerSecond = 20

/** Guests read the home page with and without members favoriting zines. The two alternate. */
async function readBesideFavorites({ app: { port }, sample, seconds: all }: Setting): Promise<Finding[]> {
  const seconds = Math.max(2, all / 6)
  const read = () => load({ port, request: () => httpRequest({ path: '/' }), seconds })
  const favorite = () =>
    load({
      ...{ port, connections: favoritesPerSecond, everyMs: 1_000, seconds },
      request: (n, own) => {
        const body = { zineId: nth(sample.zines, n) }
        const { cookie } = nth(sample.fans, own)
        return httpRequest({ method: 'POST', path: '/api/favorites/zines', body, cookie })
      },
    })
  const [alone, beside]: [number[], number[]] = [[], []]
  for (let round = 0; round < 3; round++) {
    alone.push((await read()).perSecond)
    const [measured] = await Promise.all([read(), favorite()])
    beside.push(measured.perSecond)
  }
  const title = `home pages of guests per second while members favorite ${favoritesPerSecond} times`
  const ratio = 'as a share of what it is when nobody favorites'
  return [
    { title, value: median(beside), unit: '/s' },
    { title: ratio, value: median(beside) / median(alone), unit: '', least: 0.8 },
  ]
}

/** Slightly more than promised, over all members together. */
const publishedPerSecond = 50
const promised = 40
const descriptionWords = 200
/** One in this many published zines is searched for right after the response. */
const searchedEvery = 10

/**
 * All members publish one zine after another, first as fast as they can, then at a fixed rate beside readers. Every request
 * must succeed, and every zine that is searched for must be found immediately. The zines are deleted afterwards.
 */
async function publishMany(setting: Setting): Promise<Finding[]> {
  const { pool, sample, seconds } = setting
  const members = sample.fans.length
  const deadlocks = await countDeadlocks(pool)
  const before = await readFor(setting)
  const publishing = publisher(setting)
  try {
    const flood = await publishing.publish({ seconds })
    const everyMs = (members / publishedPerSecond) * 1000
    const [meanwhile, paced] = await Promise.all([readFor(setting), publishing.publish({ seconds, everyMs })])
    const title = `publications, ${members} members at once, ${descriptionWords} words each`
    const ms = (of: string, latencies: number[], part: number) => ({
      title: of,
      value: percentile(latencies, part),
      unit: 'ms',
    })
    return [
      { title, value: flood.perSecond, unit: '/s', least: promised },
      { title: 'the same at a pace, beside readers', value: paced.perSecond, unit: '/s', least: promised },
      ms('one of these, median', paced.latencies, 0.5),
      ms('one of these, 99 of 100', paced.latencies, 0.99),
      ms('a reader’s p99 when nobody publishes', before, 0.99),
      { ...ms('a reader’s p99 meanwhile', meanwhile, 0.99), most: 50 },
      { title: 'not found by a search right afterwards', value: publishing.missed(), unit: '', most: 0 },
      { title: 'deadlocks', value: (await countDeadlocks(pool)) - deadlocks, unit: '', most: 0 },
    ]
  } finally {
    await publishing.removeAll()
  }
}

/** Members who publish through the API, each one zine after another. */
function publisher({ pool, app: { port }, sample: { fans } }: Setting) {
  const writers = new Writers(randomFrom(randomInt(1, 2 ** 31)))
  const words: string[] = []
  const made: { id: string; creatorId: string }[] = []
  let missed = 0
  const publish = (pace: { seconds: number; everyMs?: number }) =>
    load({
      ...{ port, connections: fans.length, ...pace },
      async request(_n, own) {
        const { userId, cookie } = nth(fans, own)
        const [write, word] = [writers.next(), wordOfItsOwn()]
        words[own] = word
        const url = imageAddress(await uploadFor(pool, userId))
        const texts = { title: `${write(4)} ${word}`, description: write(descriptionWords) }
        const body = { ...texts, aspectRatio: '1:1', mediaFiles: [{ url, altText: write(8) }] }
        return httpRequest({ method: 'POST', path: '/api/zines', body, cookie })
      },
      async answered(text, own) {
        const { id } = JSON.parse(text).zine as { id: string }
        made.push({ id, creatorId: nth(fans, own).userId })
        if (made.length % searchedEvery === 0 && !(await finds(port, words[own] ?? '', id))) missed += 1
      },
    })
  const removeAll = async () => {
    const db = openDb(pool)
    for (const { id, creatorId } of made)
      await db.transaction().execute((tx) => deleteZine(tx, id, creatorId))
  }
  return { publish, missed: () => missed, removeAll }
}

const letters = 'bcdfghjklmnpqrstvwxz'
/** A sequence of characters that occurs in no text. */
const wordOfItsOwn = () => Array.from(randomBytes(14), (byte) => letters[byte % letters.length]).join('')

/** A separate media row for each zine, because duplicates count as one zine. It needs no file, since none is requested. */
async function uploadFor(pool: pg.Pool, owner: string) {
  const hash = randomBytes(16).toString('hex')
  await pool.query(
    `insert into media (owner_id, kind, hash, extension, width, height, placeholder, byte_size)
     values ($1, 'image', $2, 'webp', 800, 1000, 'data:,', 1000)`,
    [owner, hash],
  )
  return hash
}

/** Whether exactly this zine matches the word, without a spelling correction. */
async function finds(port: number, word: string, id: string) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/search/zines?search=${word}`)
  const { zines, correction } = (await answer.json()) as { zines?: { id: string }[]; correction?: object }
  return !correction && zines?.length === 1 && zines[0]?.id === id
}

async function countDeadlocks(pool: pg.Pool) {
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks ?? 0
}

/** Latencies of ten readers in milliseconds. The load is high, but leaves enough time to notice a pause. */
async function readFor({ app: { port }, sample: { texts, zines }, seconds }: Setting) {
  const visit = (n: number): Request => {
    const asked = nth([texts.common, texts.rare, texts.middling, texts.threeWords], n)
    const search = `/api/search/zines?search=${encodeURIComponent(nth(asked, n))}`
    return { path: nth(['/api/zines', search, `/api/zines/${nth(zines, n)}`], Math.floor(n / 4)) }
  }
  const { latencies } = await load({ port, everyMs: 40, seconds, request: (n) => httpRequest(visit(n)) })
  return latencies
}

/** Members save texts of 100 kB as the editor does. */
async function autosave({ pool, app: { port }, sample: { fans }, seconds }: Setting): Promise<Finding[]> {
  const title = 'Autosave bench'
  await pool.query(
    `delete from projects p using project_versions v where v.project_id = p.id and v.title = $1`,
    [title],
  )
  const write = new Writers(randomFrom(11)).next()
  const notes = write(20_000).slice(0, 100_000)
  const editors = await Promise.all(
    fans.map(async ({ userId, cookie }) => {
      const project = await createProject(pool, userId, { id: undefined, title, notes })
      return { cookie, path: `/api/projects/${JSON.parse(project).id}?brief=true`, version: 1 }
    }),
  )
  const { latencies } = await load({
    ...{ port, connections: editors.length, everyMs: workspaceDelays.autosave },
    seconds: Math.max(seconds, (3 * workspaceDelays.autosave) / 1000),
    request(n, own) {
      const editor = nth(editors, own)
      const body = { version: editor.version++, notes: `${n} ${notes}` }
      return httpRequest({ method: 'PUT', path: editor.path, body, cookie: editor.cookie })
    },
  })
  const saved = `${editors.length} editors of 100 kB save every two seconds`
  return [
    { title: `${saved}: median`, value: percentile(latencies, 0.5), unit: 'ms' },
    { title: `${saved}: 99 of 100`, value: percentile(latencies, 0.99), unit: 'ms', most: 50 },
  ]
}
