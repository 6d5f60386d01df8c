import { setTimeout } from 'node:timers/promises'
import { inEnglish } from '#contract/in-english.ts'
import type { Config } from '#server/config/config.ts'
import { loadDotEnv, readSiteConfig } from '#server/config/site-config.ts'
import { type Database, joinDatabase, openDatabase } from '#server/db/database.ts'
import { type CommandResult, standaloneCommand } from './command.ts'
import { askSite } from './doctor/ask-site.ts'
import { checkProcess, checkProxies, checkPublicAddress, checkUploads, localAddress } from './doctor/check-addresses.ts'
import { checkBackups } from './doctor/check-backups.ts'
import { checkDatabase } from './doctor/check-database.ts'
import { checkClock, checkDisk, readDatabaseOffset } from './doctor/check-machine.ts'
import { checkMailServer, checkSenderDomain } from './doctor/check-mail.ts'
import { checkSettings } from './doctor/check-settings.ts'
import { complete, type Finding, findingInEnglish, messageOf, problem, withFix } from './doctor/finding.ts'

export const doctorCommand = standaloneCommand({
  name: 'doctor',
  hasShortcut: true,
  summary: 'Checks the installation and says what to correct. Exits with 1 if it finds a problem.',
  details: 'It changes nothing, and works while the site runs and while it is stopped.',
  run: async ({ reportProgress }) => {
    reportProgress('Checking…')
    const config = readSettings()
    return toResult(config instanceof Error ? { settings: settingsProblem(config) } : await examine(config))
  },
})

function readSettings() {
  try {
    loadDotEnv()
    return readSiteConfig(process.env)
  } catch (error) {
    return error as Error
  }
}

const settingsProblem = (error: Error) => problem(messageOf(error), 'Nothing else was checked.')

async function examine(config: Config) {
  const database = openUnchanged(config)
  try {
    const checks = Object.entries(listChecks(config, database))
    return Object.fromEntries(await Promise.all(checks.map(async ([name, run]) => [name, await complete(run)])))
  } finally {
    await database.then(
      ({ stop }) => stop(),
      () => undefined,
    )
  }
}

/** Applies no migrations. If the site is stopped, its bundled PostgreSQL runs meanwhile. */
const openUnchanged = (config: Config) =>
  config.databaseUrl ? openDatabase(config, { isMigrated: true }) : joinDatabase(config, { isMigrated: true })

/** Checks that also work without the database wait so long for it. */
const databaseTimeoutMs = 4_000

/** In the order of the output. All run at the same time. */
function listChecks(config: Config, database: Promise<Database>): Record<string, () => Finding | Promise<Finding>> {
  const { publicUrl } = config
  const opened = database.then(
    ({ direct }) => direct,
    () => undefined,
  )
  const pool = Promise.race([opened, setTimeout(databaseTimeoutMs, undefined, { ref: false })])
  const address = localAddress(config)
  const local = askSite(address, config, { pool })
  const outside = askSite(publicUrl, config, { pool })
  const forged = askSite(publicUrl, config, { pool, isForged: true })
  const sender = checkSenderDomain(config)
  return {
    settings: () => checkSettings(config),
    site: async () => checkProcess(address, await local),
    database: async () => checkDatabase(await database),
    disk: () => checkDisk(config),
    clock: async () =>
      checkClock({
        'the database': await pool.then((opened) => opened && readDatabaseOffset(opened)),
        [publicUrl]: (await outside).answer?.clockOffsetMs,
      }),
    publicAddress: async () => checkPublicAddress(publicUrl, await outside, { isStopped: !!(await local).failure }),
    proxies: async () => checkProxies(publicUrl, await outside, await forged),
    uploads: async () => checkUploads(config, await outside),
    mailServer: () => checkMailServer(config),
    spf: () => sender.spf,
    dkim: () => sender.dkim,
    dmarc: () => sender.dmarc,
    backups: async () => checkBackups(config, await pool),
  }
}

function toResult(findings: Record<string, Finding>): CommandResult {
  const count = (state: Finding['state']) => Object.values(findings).filter((each) => each.state === state).length
  const entries = Object.entries(findings)
  const lines = entries.map(([name, finding]) => [name, `${finding.state}: ${inEnglish(withFix(finding))}`])
  return {
    fields: Object.fromEntries(lines),
    data: Object.fromEntries(entries.map(([name, finding]) => [name, findingInEnglish(finding)])),
    says: `Problems: ${count('problem')}. Warnings: ${count('warning')}.`,
    passed: count('problem') === 0,
  }
}
