import { setTimeout as sleep } from 'node:timers/promises'
import { npmStart } from '#tests/support/npm-start.ts'
import { between, pick, randomFrom } from '#tests/support/random.ts'
import { type RunningSite, runSite } from '#tests/support/running-site.ts'
import { killSite, type Victim } from '#trials/site/kill-site.ts'
import { Site } from '#trials/site/site.ts'
import type { Options } from '../options.ts'
import type { Result } from '../report.ts'
import { checkAfterKill, checkAtEnd } from './check.ts'
import { type CrashActors, createActors } from './crash-actors.ts'

type CrashOptions = Pick<Options, 'kills' | 'seed'> & { log: (line: string) => void }

const victims: Victim[] = ['application', 'application', 'database', 'both']
const minUptimeMs = 30
const maxUptimeMs = 300
/** A slow or busy machine does not finish some kinds of acts within the shorter time. */
const longUptimeMs = 1_500

/** Kills the application, the database or both at random times, restarts them, and checks that no data is lost. */
export async function crash({ kills, seed, log }: CrashOptions): Promise<Result[]> {
  const random = randomFrom(seed)
  const site = await Site.open({ diskMb: 2000, settings: { RATE_LIMITS: 'off' }, run: runWithoutPages })
  try {
    const actors = await createActors(site, random)
    // A slow machine needs more and later kills until each kind of act has succeeded at least once.
    for (let n = 1; n <= kills || (n <= 2 * kills && missingKinds(actors).length > 0); n++) {
      const victim = pick(random, victims)
      const uptimeMs = between(random, minUptimeMs, n <= kills ? maxUptimeMs : longUptimeMs)
      const problems = await killOnce({ site, actors, victim, uptimeMs })
      if (problems.length > 0)
        return [
          resultOf(
            actors,
            n,
            problems.map((problem) => `after kill ${n} (${victim}, seed ${seed}): ${problem}`),
          ),
        ]
      if (n % 50 === 0) log(`${n} kills…`)
    }
    return [resultOf(actors, kills, [...(await checkAtEnd(site, actors)), ...missingKinds(actors)])]
  } finally {
    await site.remove()
  }
}

/** The trial checks only stored data, so it needs no pages. */
function runWithoutPages(settings: Record<string, string>): Promise<RunningSite> {
  return runSite({ ...npmStart().env, ...settings })
}

type KillContext = { site: Site; actors: CrashActors; victim: Victim; uptimeMs: number }

async function killOnce({ site, actors, victim, uptimeMs }: KillContext) {
  await actors.load.prepare()
  actors.load.start()
  await sleep(uptimeMs)
  const killedAt = new Date()
  const reopen = await killSite(site, victim)
  await actors.load.pause()
  if (!(await reopen(actors.observer))) return [`the site did not open again: ${site.output.slice(-2000)}`]
  return checkAfterKill(site, actors, killedAt)
}

const resultOf = ({ writeLog }: CrashActors, kills: number, problems: string[]): Result => ({
  name: 'crash',
  figures: { kills, ...Object.fromEntries(writeLog.acknowledged) },
  problems,
})

const kinds = [
  'publishing',
  'deleting a zine',
  'favoriting',
  'saving notes',
  'logging time',
  'deleting a project',
  'setting a password',
]

/** A kill proves nothing if it interrupts no work. */
const missingKinds = ({ writeLog }: CrashActors) =>
  kinds.filter((kind) => !writeLog.acknowledged.has(kind)).map((kind) => `${kind} was never acknowledged`)
