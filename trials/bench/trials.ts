import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import type { Contestants } from './compare.ts'
import { tryHomeBesideFavorites } from './home-beside-favorites.ts'
import { tryPublishingMany } from './publish-many.ts'
import { tryPublishing } from './publishing-trial.ts'
import { measureSearchSizes } from './search-sizes.ts'
import type { Finding } from './targets.ts'
import { tryUploading } from './upload-trial.ts'

type Setting = Contestants & { pool: pg.Pool; config: Config; seconds: number }

/** What is measured another way than by asking for one thing again and again. */
const trials: Record<string, (setting: Setting) => Promise<Finding[]>> = {
  'home-favorited': (setting) => tryHomeBesideFavorites(setting),
  'add-zine': (setting) => tryPublishing(setting),
  'publish-many': (setting) => tryPublishingMany(setting),
  upload: (setting) => tryUploading({ ...setting, reader: setting.sample.reader }),
  sizes: ({ pool }) => measureSearchSizes(pool),
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
