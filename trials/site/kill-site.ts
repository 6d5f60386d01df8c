import { setTimeout as sleep } from 'node:timers/promises'
import { findRunningPostgres } from '#server/db/embedded/database.ts'
import type { Client } from './client.ts'
import { endProcess, type Site } from './site.ts'

export type Victim = 'application' | 'database' | 'both'

const reopenTimeoutMs = 30_000

/** Kills a part of the site. Returns a function that waits until the site is open again, and returns whether it is. */
export async function killSite(site: Site, victim: Victim) {
  const { databasePid } = site
  if (victim !== 'application' && databasePid) endProcess(databasePid)
  if (victim !== 'database') await site.kill()
  return (observer: Client) => (victim === 'database' ? waitForNewDatabase(site, databasePid, observer) : site.start())
}

/**
 * The application restarts a lost database automatically. Connections to the killed database may still answer for a moment,
 * so this waits for a different process.
 */
async function waitForNewDatabase(site: Site, killedPid: number | undefined, observer: Client) {
  for (const start = Date.now(); Date.now() - start < reopenTimeoutMs; await sleep(20)) {
    const isNewDatabase = findRunningPostgres(site.dataDir) && site.databasePid !== killedPid
    const ready = isNewDatabase && (await observer.call('GET', '/readyz').catch(() => undefined))
    if (ready && ready.status === 200) return true
  }
  return false
}
