import { setTimeout as sleep } from 'node:timers/promises'
import { findRunningPostgres } from '#server/db/embedded/database.ts'
import { npmStart } from '#tests/support/npm-start.ts'
import { type RunningSite, runSite } from '#tests/support/running-site.ts'
import { between, pick, type Random, randomFrom } from '#trials/bench/seed/random.ts'
import { endProcess, Site } from '#trials/site/site.ts'
import type { Options } from '../options.ts'
import type { Result } from '../report.ts'
import { type Acting, gatherActing } from './acting.ts'
import { checkAfterKill, checkAtTheEnd } from './check.ts'

type Wishes = Pick<Options, 'kills' | 'seed'> & { say: (line: string) => void }
type Victim = (typeof victims)[number]

const victims = ['application', 'application', 'database', 'both'] as const
const shortestMs = 30
const longestMs = 300
const reopensWithinMs = 30_000

/** Kills the application, the database or both at random times, restarts them, and checks that no data is lost. */
export async function crash({ kills, seed, say }: Wishes): Promise<Result[]> {
  const random = randomFrom(seed)
  const site = await Site.open({ diskMb: 2000, settings: { RATE_LIMITS: 'off' }, run: withoutPages })
  try {
    const acting = await gatherActing(site, random)
    // A slow machine needs more kills until each kind of act has succeeded at least once.
    for (let n = 1; n <= kills || (n <= 2 * kills && idle(acting).length > 0); n++) {
      const victim = pick(random, victims)
      const faults = await killOnce({ site, acting, victim, random })
      if (faults.length > 0)
        return [
          resultOf(
            acting,
            n,
            faults.map((fault) => `after kill ${n} (${victim}, seed ${seed}): ${fault}`),
          ),
        ]
      if (n % 50 === 0) say(`${n} kills …`)
    }
    return [resultOf(acting, kills, [...(await checkAtTheEnd(site, acting)), ...idle(acting)])]
  } finally {
    await site.remove()
  }
}

/** The trial checks only stored data, so it needs no pages. */
function withoutPages(settings: Record<string, string>): Promise<RunningSite> {
  return runSite({ ...npmStart().env, ...settings })
}

type Killing = { site: Site; acting: Acting; victim: Victim; random: Random }

async function killOnce({ site, acting, victim, random }: Killing) {
  await acting.crowd.prepare()
  acting.crowd.begin()
  await sleep(between(random, shortestMs, longestMs))
  const killedAt = new Date()
  const { databasePid } = site
  if (victim !== 'application' && databasePid) endProcess(databasePid)
  if (victim !== 'database') await site.kill()
  await acting.crowd.rest()
  if (!(await opensAgain({ site, victim, acting, databasePid })))
    return [`the site did not open again: ${site.said.slice(-2000)}`]
  return checkAfterKill(site, acting, killedAt)
}

type Reopening = Omit<Killing, 'random'> & { databasePid: number | undefined }

/**
 * The application restarts a lost database automatically. Connections to the killed database may still answer for a moment,
 * so this waits for a different process.
 */
async function opensAgain({ site, victim, acting, databasePid }: Reopening) {
  if (victim !== 'database') return site.start()
  for (const start = Date.now(); Date.now() - start < reopensWithinMs; await sleep(20)) {
    const isAnother = findRunningPostgres(site.dataDir) && site.databasePid !== databasePid
    const ready = isAnother && (await acting.looker.call('GET', '/readyz').catch(() => undefined))
    if (ready && ready.status === 200) return true
  }
  return false
}

const resultOf = ({ ledger }: Acting, kills: number, faults: string[]): Result => ({
  name: 'crash',
  figures: { kills, ...Object.fromEntries(ledger.acknowledged) },
  faults,
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
const idle = ({ ledger }: Acting) =>
  kinds.filter((kind) => !ledger.acknowledged.has(kind)).map((kind) => `${kind} was never acknowledged`)
