import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gatherHonestPeople } from '#trials/site/honest.ts'
import { comer } from '#trials/site/honest-people.ts'
import { Site } from '#trials/site/site.ts'
import { Tally } from '#trials/site/tally.ts'
import type { Options } from '../options.ts'
import type { Result } from '../report.ts'
import { chart } from './chart.ts'
import { driftOf, isFlat } from './drift.ts'
import { type Course, type Curve, curves, takeSample } from './samples.ts'

type Wishes = Pick<Options, 'minutes'> & { say: (line: string) => void }

const chartFile = resolve(import.meta.dirname, '../../docs/soak.svg')
const everyMs = 5_000
/** A publisher who takes back what is older, so that the library stays as large as it is. */
const keptZines = 10

/** Uses the site for long, steadily, and draws what it takes meanwhile: all of that has to stay flat. */
export async function soak({ minutes, say }: Wishes): Promise<Result[]> {
  const site = await Site.open({ settings: { RATE_LIMITS: 'off' } })
  try {
    const tally = new Tally()
    const honest = await gatherHonestPeople(site, {
      tally,
      keptZines,
      others: [await comer(site, tally, 20)],
    })
    honest.begin()
    const course = await watch(site, minutes, say)
    const { requests, failures } = await honest.leave()
    await writeFile(chartFile, chart(course))
    const failed = failures.length > 0 ? [`${failures.length} requests failed, such as ${failures[0]}`] : []
    return [
      { name: 'requests', figures: { 'at the end': requests, drift: '' }, faults: failed },
      ...curves.map((curve) => resultOf(course, curve)),
    ]
  } finally {
    await site.remove()
  }
}

async function watch(site: Site, minutes: number, say: Wishes['say']) {
  const course: Course = []
  const start = Date.now()
  while (Date.now() - start < minutes * 60_000) {
    await sleep(everyMs)
    const sample = await takeSample(site, start)
    course.push(sample)
    if (course.length % 12 === 0) say(`${Math.round(sample.minutes)} min: ${Math.round(sample.memoryMb)} MB`)
  }
  return course
}

function resultOf(course: Course, curve: Curve): Result {
  const drift = driftOf(course.map((sample) => sample[curve.key])).toFixed(1)
  return {
    name: curve.title,
    figures: { 'at the end': course.at(-1)?.[curve.key] ?? 0, drift },
    faults: isFlat(course, curve) ? [] : [`it grew by ${drift} over the second half`],
  }
}
