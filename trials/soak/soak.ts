import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { integrityProblems } from '#tests/support/integrity-check.ts'
import { startBackgroundLoad } from '#trials/site/background-load.ts'
import type { Client } from '#trials/site/client.ts'
import { killSite, type Victim } from '#trials/site/kill-site.ts'
import { clientAddress, RequestCounter } from '#trials/site/load-clients.ts'
import { Site } from '#trials/site/site.ts'
import type { Options } from '../options.ts'
import type { Result } from '../report.ts'
import { judgeSamples, type Sample, takeSample } from './samples.ts'
import { createSoakClients } from './soak-clients.ts'

type SoakOptions = Pick<Options, 'hours'> & { log: (line: string) => void }

const sampleMs = 15_000
const backupMs = 10 * 60_000
const killMs = 20 * 60_000
/** Requests that a kill interrupted have failed after this time, and an interrupted favorite is known again. */
const interruptedMs = 15_000
/** The publisher deletes older zines, so that the library stays the same size. */
const maxZines = 10

/** Runs a steady mixed load for hours, with backups and kills, and measures what grows. */
export async function soak({ hours, log }: SoakOptions): Promise<Result[]> {
  const site = await Site.open({ settings: { RATE_LIMITS: 'off' } })
  const backupFolder = await mkdtemp(join(tmpdir(), 'foldout-soak-'))
  try {
    const counter = new RequestCounter()
    const load = await startBackgroundLoad(site, {
      counter,
      maxZines,
      createExtraClients: () => createSoakClients(site, counter),
    })
    const observer = site.client(clientAddress(250))
    load.begin()
    const samples: Sample[] = []
    const problems: string[] = []
    const done = { backups: 0, kills: 0 }
    const [start, durationMs] = [Date.now(), hours * 60 * 60_000]
    const elapsedMs = () => Date.now() - start
    for (let [nextBackup, nextKill] = [backupMs, killMs]; elapsedMs() < durationMs; await sleep(sampleMs)) {
      samples.push(await takeSample({ site, counter, backupFolder }))
      if (elapsedMs() > nextBackup) {
        nextBackup += backupMs
        await backUp(site, backupFolder)
        done.backups += 1
        log(`${Math.round(elapsedMs() / 60_000)} minutes: ${JSON.stringify(samples.at(-1))}`)
      }
      if (elapsedMs() > nextKill) {
        nextKill += killMs
        // One process of the application runs through the second half, so that its memory can be compared.
        const victim = elapsedMs() < durationMs / 2 ? 'application' : 'database'
        problems.push(...(await counter.duringInterruption(() => killAndCheck({ site, victim, observer, load }))))
        done.kills += 1
      }
    }
    const { requests, failures } = await load.stop()
    if (failures.length > 0) problems.push(`${failures.length} requests failed, such as ${failures[0]}`)
    const name = `requests during ${done.kills} kills and ${done.backups} backups`
    const figures = { 'at the end': requests, 'per hour': requests / hours }
    return [{ name, figures, problems }, ...judgeSamples(samples, hours)]
  } finally {
    await site.remove()
    await rm(backupFolder, { recursive: true })
  }
}

/** Like an operator's cron job, in a process of its own. */
async function backUp({ dataDir, port }: Site, folder: string) {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' }
  await promisify(execFile)(process.execPath, ['bin/foldout.ts', 'backup', folder, '--keep', '3'], { env })
}

type Load = Pick<Awaited<ReturnType<typeof startBackgroundLoad>>, 'begin' | 'stop'>
type Kill = { site: Site; victim: Victim; observer: Client; load: Load }

/** Kills a part of the site while people use it. Returns what is wrong afterwards. */
async function killAndCheck({ site, victim, observer, load }: Kill) {
  const reopen = await killSite(site, victim)
  if (!(await reopen(observer))) throw new Error(`The site did not open again: ${site.output.slice(-2000)}`)
  await sleep(interruptedMs)
  await load.stop()
  const problems = await site.withDatabase((database) => integrityProblems(database, site.dataDir))
  load.begin()
  return problems.map((problem) => `after a kill of the ${victim}: ${problem}`)
}
