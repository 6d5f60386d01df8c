import { setTimeout as sleep } from 'node:timers/promises'
import { gatherHonestPeople } from '#trials/site/honest.ts'
import type { HonestFigures } from '#trials/site/honest-people.ts'
import { Site } from '#trials/site/site.ts'
import type { Options } from '../options.ts'
import type { Result } from '../report.ts'
import type { Attack, Check } from './attack.ts'
import { attacks } from './attacks.ts'

const usualDiskMb = 1000
/** The time limit for any attack. */
const longestMs = 120_000
/** The shortest duration of the background load, even if the attack ends immediately. */
const shortestMs = 6_000
/** After this time, no further attack starts. A running one is completed. */
const longestMinutes = 10

const mostP99Ms = 1000
const mostMemoryMb = 400
/** With fewer requests, the latencies of the background load mean nothing. */
const leastRequests = 20

type Wishes = Pick<Options, 'names'> & { say: (line: string) => void }

export async function runAttacks({ names, say }: Wishes) {
  const until = Date.now() + longestMinutes * 60_000
  const results: Result[] = []
  for (const attack of attacks.filter(({ name }) => names.length === 0 || names.includes(name))) {
    say(`${attack.name}: ${attack.sentence} …`)
    if (Date.now() < until) results.push(await besiege(attack))
    else results.push({ name: attack.name, figures: {}, faults: ['there was no time left for it'] })
  }
  return results
}

/** Runs an attack on a separate site and judges whether the site withstood it. */
async function besiege(attack: Attack): Promise<Result> {
  const { name, settings = {}, diskMb = usualDiskMb } = attack
  const site = await Site.open({ settings, diskMb })
  const peaks = { memoryMb: 0, diskMb: 0 }
  const diskBefore = site.figures().diskMb
  const look = () => {
    const { rssMb, peakMb, diskMb } = site.figures()
    peaks.memoryMb = Math.max(peaks.memoryMb, rssMb, peakMb)
    peaks.diskMb = Math.max(peaks.diskMb, diskMb - diskBefore)
  }
  const looking = setInterval(look, 100)
  try {
    const prepared = await attack.prepare?.(site)
    const honest = await gatherHonestPeople(site)
    honest.begin()
    const stays = sleep(shortestMs)
    const check = await begun(attack.run(site, prepared))
    await stays
    const figures = await honest.leave()
    look()
    const fallen = site.hasFallen ? ['the site fell'] : []
    const faults = [...fallen, ...(await findings(check))]
    return judge(name, { ...peaks, ...figures }, faults)
  } finally {
    clearInterval(looking)
    await site.remove()
  }
}

async function begun(running: Promise<Check>): Promise<Check> {
  const tooLong = sleep(longestMs, undefined, { ref: false }).then(() => {
    throw new Error(`it was not over after ${longestMs / 1000} s`)
  })
  try {
    return await Promise.race([running, tooLong])
  } catch (error) {
    return async () => [`the attack could not be carried out: ${(error as Error).message}`]
  }
}

const findings = (check: Check) =>
  check().catch((error: Error) => [`afterwards the site could not be checked: ${error.message}`])

/** Passed if no background request failed, all were fast, memory stayed low and the attack's own check found no fault. */
function judge(
  name: string,
  figures: { memoryMb: number; diskMb: number } & HonestFigures,
  found: string[],
): Result {
  const { requests, failures, p50, p99, preparing, memoryMb, diskMb } = figures
  const faults = [
    failures.length > 0 && `${failures.length} honest requests failed, such as ${failures[0]}`,
    p99 >= mostP99Ms && `the slowest hundredth of honest requests took ${(p99 / 1000).toFixed(1)} s and more`,
    memoryMb >= mostMemoryMb && `the app took ${Math.round(memoryMb)} MB of memory`,
    requests < leastRequests && `honest people made only ${requests} requests`,
    ...found,
  ].filter((fault) => fault !== false)
  return {
    name,
    figures: {
      requests,
      failed: failures.length,
      'p50 ms': p50,
      'p99 ms': p99,
      'picture s': (preparing / 1000).toFixed(1),
      'memory MB': memoryMb,
      'disk MB': diskMb,
    },
    faults,
  }
}
