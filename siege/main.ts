import { ensureBuilt } from '#server/pages/ensure-built.ts'
import { runMain } from '#server/process/run-main.ts'
import { besiege } from './besiege.ts'
import { killAgainAndAgain } from './kills/kills.ts'
import { readOptions } from './options.ts'
import { reportOf } from './report.ts'
import { soak } from './soak/soak.ts'
import { notTried, type Verdict } from './verdict.ts'

/** An attack that has begun by then is carried through. */
const longestMinutes = 10

const say = (line: string) => console.error(line)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

await runMain(async () => {
  if (process.platform !== 'linux') throw new Error('The siege looks into /proc, which only Linux has.')
  const options = readOptions(process.argv.slice(2))
  await ensureBuilt()
  const isGood = await run(options)
  if (!isGood) process.exitCode = 1
})

async function run({ kills, soak: minutes, ...options }: ReturnType<typeof readOptions>) {
  if (kills !== undefined) return withstandsKills(await killAgainAndAgain({ kills, seed: options.seed, say }))
  if (minutes !== undefined) return soak({ minutes, say })
  const verdicts = await besiegeAll(options)
  console.info(options.json ? JSON.stringify(verdicts, null, 2) : `\n${reportOf(verdicts)}`)
  return verdicts.every((verdict) => verdict.isGood)
}

async function besiegeAll({ attacks, seed }: ReturnType<typeof readOptions>) {
  const until = Date.now() + longestMinutes * 60_000
  const verdicts: Verdict[] = []
  for (const attack of attacks) {
    say(`${attack.name}: ${attack.sentence} …`)
    verdicts.push(Date.now() > until ? notTried(attack) : await besiege(attack, seed))
  }
  return verdicts
}

function withstandsKills(faults: string[]) {
  for (const fault of faults) console.error(fault)
  console.info(
    faults.length === 0 ? '\nNothing acknowledged was lost, and nothing happened by half.' : '\nFELL',
  )
  return faults.length === 0
}
