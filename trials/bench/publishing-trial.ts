import type pg from 'pg'
import { imageAddress } from '#contract/media-address.ts'
import { openDb } from '#server/db/connection.ts'
import { deleteZine } from '#server/zines/delete-zine.queries.ts'
import { publishZine } from '#server/zines/publish-zine.ts'
import { median } from './figures.ts'
import { httpRequest, load } from './load.ts'
import type { MeasuredProcess } from './measured-process.ts'
import type { Sample } from './sample.ts'
import { nth, type Request } from './scenario.ts'
import { randomFrom } from './seed/random.ts'
import { Writers } from './seed/texts.ts'
import type { Finding } from './targets.ts'

type Trial = { pool: pg.Pool; app: MeasuredProcess; sample: Sample; seconds: number }

export const descriptionWords = 200
const restMs = 100
/** Ten readers ask for something this often each: busy, and with time left to see a pause. */
const readersEveryMs = 40

/**
 * Members publish one zine after the other, other words in each: to begin with when what it takes has long not been
 * looked at, then with nothing else going on, then while readers are at work. What publishing takes is its transaction,
 * from begin to commit; the zines go again afterwards.
 */
export async function tryPublishing({ pool, app, sample, seconds }: Trial): Promise<Finding[]> {
  const first = await publishFor(pool, { sample, seconds, seed: 31 })
  const quiet = await publishFor(pool, { sample, seconds, seed: 32 })
  const before = await longestWait(app, sample, seconds)
  const [wait, busy] = await Promise.all([
    longestWait(app, sample, seconds),
    publishFor(pool, { sample, seconds, seed: 33 }),
  ])
  const title = `adding a zine of ${descriptionWords} words`
  const ms = (name: string, what: string, value: number) => ({ name, title: what, value, unit: 'ms' })
  return [
    ms('add-zine-first', `${title} after a while, median of ${first.length}`, median(first)),
    { ...ms('add-zine', `${title}, median of ${quiet.length}`, median(quiet)), most: 25 },
    ms('add-zine-worst', `${title}, worst`, Math.max(...quiet)),
    ms('add-zine-busy', `${title} while readers read, median of ${busy.length}`, median(busy)),
    { ...ms('pause', 'a reader’s longest wait meanwhile', wait), most: 100 },
    ms('pause-before', 'a reader’s longest wait when nobody publishes', before),
  ]
}

type Round = { sample: Sample; seconds: number; seed: number }

async function publishFor(pool: pg.Pool, round: Round) {
  const made = await publishMany(pool, round)
  await removeAll(pool, made)
  return made.map(({ ms }) => ms)
}

const asUsual = {
  aspectRatio: '1:1',
  readingDirection: 'ltr',
  mayPrint: false,
  details: {},
  contentNote: null,
} as const

const largestFiles = { maxImageMb: 20, maxVideoMb: 200 }

type Made = { id: string; creatorId: string; ms: number }

async function publishMany(pool: pg.Pool, { sample, seconds, seed }: Round) {
  const until = performance.now() + seconds * 1000
  const writers = new Writers(randomFrom(seed))
  const db = openDb(pool)
  const made: Made[] = []
  while (performance.now() < until) {
    const { userId: creatorId } = nth(sample.fans, made.length)
    const hash = await uploadFor(pool, creatorId)
    const write = writers.next()
    const zine = { title: write(4), description: write(descriptionWords), ...asUsual }
    const mediaFiles = [{ url: imageAddress(hash), altText: write(8), transcript: '', contentNote: '' }]
    const start = performance.now()
    const id = await db
      .transaction()
      .execute((tx) => publishZine(tx, { ...zine, mediaFiles, creatorId }, largestFiles))
    made.push({ id, creatorId, ms: performance.now() - start })
    await new Promise((resolve) => setTimeout(resolve, restMs))
  }
  return made
}

/** Another upload of what is there already. */
async function uploadFor(pool: pg.Pool, owner: string) {
  const { rows } = await pool.query<{ hash: string }>(
    `insert into media (owner_id, kind, hash, extension, width, height, placeholder, byte_size)
     select $1, kind, hash, extension, width, height, placeholder, byte_size
     from (select * from media where kind = 'image' order by id limit 1) first returning hash`,
    [owner],
  )
  const [media] = rows
  if (!media) throw new Error('This library has no pictures.')
  return media.hash
}

/** Some at a time, because there may be thousands. */
export async function removeAll(pool: pg.Pool, made: { id: string; creatorId: string }[]) {
  const db = openDb(pool)
  const left = [...made]
  const removeNext = async () => {
    for (let zine = left.pop(); zine; zine = left.pop()) {
      const { id, creatorId } = zine
      await db.transaction().execute((tx) => deleteZine(tx, id, creatorId))
    }
  }
  await Promise.all(Array.from({ length: 4 }, removeNext))
}

const longestWait = async (app: MeasuredProcess, sample: Sample, seconds: number) =>
  Math.max(...(await readFor(app, sample, seconds)))

/** How long each of some readers' requests takes, in milliseconds. */
export async function readFor({ port }: MeasuredProcess, sample: Sample, seconds: number) {
  const { latencies } = await load({
    port,
    status: 200,
    connections: 10,
    everyMs: readersEveryMs,
    pace: { seconds },
    request: (n) => httpRequest(visit(sample, n), { cookie: '', token: '' }),
  })
  return latencies
}

function visit({ texts, zines }: Sample, n: number): Request {
  const asked = nth([texts.common, texts.rare, texts.middling, texts.threeWords], n)
  const paths = [
    '/api/zines',
    `/api/search/zines?search=${encodeURIComponent(nth(asked, n))}`,
    `/api/zines/${nth(zines, n)}`,
  ]
  return { path: nth(paths, Math.floor(n / 4)) }
}
