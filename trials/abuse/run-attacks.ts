import { setTimeout as sleep } from 'node:timers/promises'
import { gatherHonestPeople } from '#trials/site/honest.ts'
import { startMeter } from '#trials/site/meter.ts'
import { Site } from '#trials/site/site.ts'
import type { Options } from '../options.ts'
import type { Result } from '../report.ts'
import type { Attack, Check } from './attack.ts'
import { attacks } from './attacks.ts'
import { judge, notTried } from './verdict.ts'

const usualDiskMb = 1000
/** No attack lasts longer, whatever becomes of it. */
const longestMs = 120_000
/** Honest people stay at least so long, also for an attack that is over at once. */
const shortestMs = 6_000

/** An attack that has begun by then is carried through. */
const longestMinutes = 10

type Wishes = Pick<Options, 'names' | 'seed'> & { say: (line: string) => void }

/** Carries out attacks, one after the other. */
export async function runAttacks({ names, seed, say }: Wishes) {
  const until = Date.now() + longestMinutes * 60_000
  const results: Result[] = []
  for (const attack of attacks.filter(({ name }) => names.length === 0 || names.includes(name))) {
    say(`${attack.name}: ${attack.sentence} …`)
    results.push(Date.now() > until ? notTried(attack.name) : await besiege(attack, seed))
  }
  return results
}

/** Carries one attack out on a site of its own, and says whether it was withstood. */
async function besiege(attack: Attack, seed: number): Promise<Result> {
  const { name, settings = {}, diskMb = usualDiskMb } = attack
  const site = await Site.open({ settings, diskMb })
  const meter = startMeter(site)
  try {
    const prepared = await attack.prepare?.(site)
    const honest = await gatherHonestPeople(site)
    honest.begin()
    const stays = sleep(shortestMs)
    const check = await begun(attack.run(site, { seed, prepared }))
    await stays
    const figures = await honest.leave()
    const fallen = site.hasFallen ? ['the site fell'] : []
    const faults = [...fallen, ...(await findings(check))]
    return judge({ name, ...meter.read(), ...figures, faults })
  } finally {
    meter.stop()
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
