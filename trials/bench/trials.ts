import type pg from 'pg'
import type { Contestants } from './compare.ts'
import { tryHomeBesideFavorites } from './home-beside-favorites.ts'
import { tryPublishingMany } from './publish-many.ts'
import type { Finding } from './targets.ts'

type Setting = Contestants & { pool: pg.Pool; seconds: number }

/** What is measured another way than by asking for one thing again and again. */
const trials: Record<string, (setting: Setting) => Promise<Finding[]>> = {
  'home-favorited': (setting) => tryHomeBesideFavorites(setting),
  'publish-many': (setting) => tryPublishingMany(setting),
}
export const trialNames = Object.keys(trials)

/** One that fails is told, and does not cost the others. */
export async function runTrials(
  setting: Setting,
  { only, say }: { only?: string[]; say: (line: string) => void },
) {
  const findings: Finding[] = []
  const failures: string[] = []
  for (const [name, trial] of Object.entries(trials)) {
    if (only && !only.includes(name)) continue
    say(`${name} …`)
    try {
      findings.push(...(await trial(setting)))
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : error}`)
      say(`  failed: ${failures.at(-1)}`)
    }
  }
  return { findings, failures }
}
