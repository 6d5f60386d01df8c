import { ensureBuilt } from '#server/pages/build.ts'
import { runMain } from '#server/process/run-main.ts'
import { runAttacks } from './abuse/run-attacks.ts'
import { runClusterTrials } from './cluster/trials/run-cluster-trials.ts'
import { exitWithParent, removeLeftovers } from './cluster/watchdog.ts'
import { crash } from './crash/crash.ts'
import { runFaults } from './faults/run-faults.ts'
import { type Options, readOptions, usage } from './options.ts'
import { formatReport, hasPassed, type Result } from './report.ts'
import { soak } from './soak/soak.ts'

const log = (line: string) => console.error(line)

// Ends all child processes however this process ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const options = readOptions(process.argv.slice(2))

// The databases of a cluster run as another user, who must be able to read the files written here.
await runMain(
  async () => {
    if (!options) return console.info(usage)
    if (process.platform !== 'linux') throw new Error('The trials look into /proc, which only Linux has.')
    await ensureBuilt()
    const results = await run(options)
    console.info(options.json ? JSON.stringify(results, null, 2) : `\n${formatReport(results)}`)
    process.exit(results.every(hasPassed) ? 0 : 1)
  },
  { sharesFiles: options?.kind === 'cluster' },
)

async function run({ kind, ...options }: Options): Promise<Result[]> {
  if (kind === 'abuse') return runAttacks({ ...options, log })
  if (kind === 'crash') return crash({ ...options, log })
  if (kind === 'faults') return runFaults(options)
  if (kind === 'soak') return soak({ ...options, log })
  if (process.env.npm_lifecycle_event) exitWithParent()
  await removeLeftovers()
  return runClusterTrials({ ...options, log })
}
