import type pg from 'pg'
import { percentile } from './figures.ts'
import type { MeasuredProcess } from './measured-process.ts'
import { finds, type Made, Publishers } from './publishers.ts'
import { descriptionWords, readFor, removeAll } from './publishing-trial.ts'
import type { Sample } from './sample.ts'
import type { Finding } from './targets.ts'
import { drainWords, keepCounts, listMiscounted } from './word-counts.ts'

type Trial = { pool: pg.Pool; app: MeasuredProcess; sample: Sample; seconds: number }

/** A little more than the hundred a second that are asked for, all members together. */
const perSecond = 115

/**
 * All members at once publish one zine after the other: again as soon as they are answered, then at a pace, beside
 * readers. Nothing may fail, each must be found at once, and when all is written the words must be counted right. The
 * zines go again afterwards, and with them all that they changed.
 */
export async function tryPublishingMany({ pool, app, sample, seconds }: Trial): Promise<Finding[]> {
  const deadlocks = await countDeadlocks(pool)
  const counts = await keepCounts(pool)
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
    await drainWords(pool)
    const miscounted = await listMiscounted(
      counts,
      [...flood.made, ...paced.made].map(({ id }) => id),
    )
    const title = `${sample.fans.length} members at once, ${descriptionWords} words each`
    const finding = (name: string, what: string, value: number, unit = '') => ({
      name,
      title: what,
      value,
      unit,
    })
    return [
      { ...finding('publish-many', `publications, ${title}`, flood.perSecond, '/s'), least: 100 },
      {
        ...finding('publish-paced', 'the same at a pace, beside readers', paced.perSecond, '/s'),
        least: 100,
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
      { ...finding('publish-miscounted', 'words that are counted wrong', miscounted.length), most: 0 },
      { ...finding('publish-deadlocks', 'deadlocks', (await countDeadlocks(pool)) - deadlocks), most: 0 },
    ]
  } finally {
    await removeAll(pool, [...flood.made, ...paced.made])
    await drainWords(pool)
    await counts.forget()
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
