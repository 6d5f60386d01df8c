import { setTimeout as sleep } from 'node:timers/promises'
import { startBackgroundLoad } from '#trials/site/background-load.ts'
import type { LoadFigures } from '#trials/site/load-clients.ts'
import { Site } from '#trials/site/site.ts'
import type { Options } from '../options.ts'
import type { Result } from '../report.ts'
import type { Attack, AttackCheck } from './attack.ts'
import { attacks } from './attacks.ts'

const defaultDiskMb = 1000
/** The time limit for any attack. */
const maxAttackMs = 120_000
/** The shortest duration of the background load, even if the attack ends immediately. */
const minLoadMs = 6_000
/** After this time, no further attack starts. A running one is completed. */
const maxMinutes = 10

const maxP99Ms = 1000
const maxMemoryMb = 400
/** With fewer requests, the latencies of the background load mean nothing. */
const minRequests = 20

type AttackOptions = Pick<Options, 'names'> & { log: (line: string) => void }

export async function runAttacks({ names, log }: AttackOptions) {
  const endsAt = Date.now() + maxMinutes * 60_000
  const results: Result[] = []
  for (const attack of attacks.filter(({ name }) => names.length === 0 || names.includes(name))) {
    log(`${attack.name}: ${attack.description}…`)
    if (Date.now() < endsAt) results.push(await runAttack(attack))
    else results.push({ name: attack.name, figures: {}, problems: ['there was no time left for it'] })
  }
  return results
}

/** Runs an attack on a separate site and judges whether the site withstood it. */
async function runAttack(attack: Attack): Promise<Result> {
  const { name, settings = {}, diskMb = defaultDiskMb } = attack
  const site = await Site.open({ settings, diskMb })
  const peaks = { memoryMb: 0, diskMb: 0 }
  const diskBefore = site.figures().diskMb
  const samplePeaks = () => {
    const { rssMb, peakMb, diskMb } = site.figures()
    peaks.memoryMb = Math.max(peaks.memoryMb, rssMb, peakMb)
    peaks.diskMb = Math.max(peaks.diskMb, diskMb - diskBefore)
  }
  const sampling = setInterval(samplePeaks, 100)
  try {
    const preparation = await attack.prepare?.(site)
    const load = await startBackgroundLoad(site)
    load.begin()
    const minDuration = sleep(minLoadMs)
    const check = await withTimeout(attack.run(site, preparation))
    await minDuration
    const figures = await load.stop()
    samplePeaks()
    const crashProblems = site.hasFallen ? ['the site fell'] : []
    const problems = [...crashProblems, ...(await runCheck(check))]
    return judge(name, { ...peaks, ...figures }, problems)
  } finally {
    clearInterval(sampling)
    await site.remove()
  }
}

async function withTimeout(running: Promise<AttackCheck>): Promise<AttackCheck> {
  const timeout = sleep(maxAttackMs, undefined, { ref: false }).then(() => {
    throw new Error(`it was not over after ${maxAttackMs / 1000} s`)
  })
  try {
    return await Promise.race([running, timeout])
  } catch (error) {
    return async () => [`the attack could not be carried out: ${(error as Error).message}`]
  }
}

const runCheck = (check: AttackCheck) =>
  check().catch((error: Error) => [`afterwards the site could not be checked: ${error.message}`])

/** Passed if no background request failed, all were fast, memory stayed low and the attack's own check found no fault. */
function judge(
  name: string,
  figures: { memoryMb: number; diskMb: number } & LoadFigures,
  problemsFound: string[],
): Result {
  const { requests, failures, p50, p99, preparing, memoryMb, diskMb } = figures
  const problems = [
    failures.length > 0 && `${failures.length} honest requests failed, such as ${failures[0]}`,
    p99 >= maxP99Ms && `the slowest hundredth of honest requests took ${(p99 / 1000).toFixed(1)} s and more`,
    memoryMb >= maxMemoryMb && `the app took ${Math.round(memoryMb)} MB of memory`,
    requests < minRequests && `honest people made only ${requests} requests`,
    ...problemsFound,
  ].filter((problem) => problem !== false)
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
    problems,
  }
}
