import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { table } from '../../bench/table.ts'
import { gatherHonestPeople } from '../honest.ts'
import { comer } from '../honest-people.ts'
import { Site } from '../site.ts'
import { Tally } from '../tally.ts'
import { chart } from './chart.ts'
import { driftOf, isFlat } from './drift.ts'
import { type Course, curves, takeSample } from './samples.ts'

type SoakWishes = { minutes: number; say: (line: string) => void }

const chartFile = resolve(import.meta.dirname, '../../docs/soak.svg')
const everyMs = 5_000
/** A publisher who takes back what is older, so that the library stays as large as it is. */
const keptZines = 10

/** Uses the site for long, steadily, and draws what it takes meanwhile; answers whether that stayed flat. */
export async function soak({ minutes, say }: SoakWishes): Promise<boolean> {
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
    console.info(
      `\n${table([['', 'at the end', 'drift', ''], ...curves.map((curve) => lineOf(course, curve))])}`,
    )
    console.info(
      `\n${requests} requests, ${failures.length} failed${failures[0] ? `, such as ${failures[0]}` : ''}`,
    )
    return failures.length === 0 && curves.every((curve) => isFlat(course, curve))
  } finally {
    await site.remove()
  }
}

async function watch(site: Site, minutes: number, say: SoakWishes['say']) {
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

function lineOf(course: Course, curve: (typeof curves)[number]) {
  const last = course.at(-1)?.[curve.key] ?? 0
  const drift = driftOf(course.map((sample) => sample[curve.key]))
  return [curve.title, last.toFixed(0), drift.toFixed(1), isFlat(course, curve) ? 'flat' : 'NOT FLAT']
}
