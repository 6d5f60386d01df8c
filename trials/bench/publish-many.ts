import type pg from 'pg'
import { percentile } from './figures.ts'
import { httpRequest, load } from './load.ts'
import type { MeasuredProcess } from './measured-process.ts'
import { descriptionWords, finds, type Made, Publishers, removeZines } from './publishers.ts'
import type { Sample } from './sample.ts'
import { nth, type Request } from './scenario.ts'
import type { Finding } from './targets.ts'

type Trial = { pool: pg.Pool; app: MeasuredProcess; sample: Sample; seconds: number }

/** A little more than is promised, all members together. */
const perSecond = 50
const promised = 40
/** Ten readers ask for something this often each: busy, and with time left to notice a pause. */
const readersEveryMs = 40

/**
 * All members at once publish one zine after the other: again as soon as they are answered, then at a pace, beside
 * readers. Nothing may fail, and each must be found at once. The zines are removed afterwards.
 */
export async function tryPublishingMany({ pool, app, sample, seconds }: Trial): Promise<Finding[]> {
  const deadlocks = await countDeadlocks(pool)
  const before = await readFor(app, sample, seconds)
  const flood = new Publishers(pool, app, sample.fans)
  const paced = new Publishers(pool, app, sample.fans)
  try {
    await flood.publish({ seconds })
    const [meanwhile] = await Promise.all([
      readFor(app, sample, seconds),
      paced.publish({ seconds, everyMs: (sample.fans.length / perSecond) * 1000 }),
    ])
    const both = [flood, paced]
    const missed = await missing(app, [...flood.made, ...paced.made])
    const title = `${sample.fans.length} members at once, ${descriptionWords} words each`
    const finding = (name: string, what: string, value: number, unit = '') => ({
      name,
      title: what,
      value,
      unit,
    })
    return [
      { ...finding('publish-many', `publications, ${title}`, flood.perSecond, '/s'), least: promised },
      {
        ...finding('publish-paced', 'the same at a pace, beside readers', paced.perSecond, '/s'),
        least: promised,
      },
      finding('publish-p50', 'one of these, median', percentile(paced.latencies, 0.5), 'ms'),
      finding('publish-p99', 'one of these, 99 of 100', percentile(paced.latencies, 0.99), 'ms'),
      finding('readers-before', 'a reader’s p99 when nobody publishes', percentile(before, 0.99), 'ms'),
      { ...finding('readers-p99', 'a reader’s p99 meanwhile', percentile(meanwhile, 0.99), 'ms'), most: 50 },
      {
        ...finding('publish-failed', 'publications that failed', sum(both.map(({ failed }) => failed))),
        most: 0,
      },
      {
        ...finding(
          'publish-missed',
          'not found by a search right afterwards',
          sum(both.map(({ missed }) => missed)),
        ),
        most: 0,
      },
      { ...finding('publish-lost', 'not found by their title or their word in the end', missed), most: 0 },
      { ...finding('publish-deadlocks', 'deadlocks', (await countDeadlocks(pool)) - deadlocks), most: 0 },
    ]
  } finally {
    await removeZines(pool, [...flood.made, ...paced.made])
  }
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

async function countDeadlocks(pool: pg.Pool) {
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  )
  return rows[0]?.deadlocks ?? 0
}

async function missing(app: MeasuredProcess, made: Made[]) {
  let missed = 0
  for (let done = 0; done < made.length; done += 4) {
    const some = made
      .slice(done, done + 4)
      .flatMap(({ id, title, word }) => [finds(app, word, id), finds(app, `"${title}"`, id)])
    missed += (await Promise.all(some)).filter((found) => !found).length
  }
  return missed
}

/** How long each of some readers' requests takes, in milliseconds. */
async function readFor({ port }: MeasuredProcess, sample: Sample, seconds: number) {
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
