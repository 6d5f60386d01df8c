import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Check } from './attack.ts'
import { gatherHonestPeople } from './honest.ts'
import { startMeter } from './meter.ts'
import { Site } from './site.ts'
import { judge, type Verdict } from './verdict.ts'

const usualDiskMb = 1000
/** No attack lasts longer, whatever becomes of it. */
const longestMs = 120_000
/** Honest people stay at least so long, also for an attack that is over at once. */
const shortestMs = 6_000

/** Carries one attack out on a site of its own, and says whether it was withstood. */
export async function besiege(attack: Attack, seed: number): Promise<Verdict> {
  const { name, sentence, settings = {}, diskMb = usualDiskMb } = attack
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
    return judge({ name, sentence, ...meter.read(), ...figures, faults })
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
