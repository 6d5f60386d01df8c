import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { ZineSearchResult } from '#contract/search.ts'
import { integrityProblems } from '#tests/support/integrity-check.ts'
import { expectOk, parseJson } from '#trials/site/client.ts'
import type { Site } from '#trials/site/site.ts'
import type { CrashActors } from './crash-actors.ts'
import { passwordFact, readFacts } from './facts.ts'
import { countLinks } from './recovery-actor.ts'

const jobUnlockTimeoutMs = 15_000
const jobTimeoutMs = 60_000

/** Checks the site after its restart. Returns the faults as sentences. */
export function checkAfterKill(site: Site, actors: CrashActors, killedAt: Date) {
  return site.withDatabase(async (database) => {
    const facts = await readFacts(database)
    facts.set(passwordFact(actors.recoveringMember.username), await findCurrentPassword(actors))
    return [
      ...actors.writeLog.reconcile(facts),
      ...(await integrityProblems(database, site.dataDir)),
      ...(await searchProblems(actors)),
      ...(await lockedJobs(database, killedAt)),
    ]
  })
}

/** Checks that all enqueued jobs have run at the end, including the emails. */
export function checkAtEnd(site: Site, { recovery }: CrashActors) {
  return site.withDatabase(async (database) => {
    const remainingJobs = await waitUntilZero(() => countJobs(database, 'true'), jobTimeoutMs)
    const links = await countLinks(site.dataDir, recovery.email)
    return [
      ...(remainingJobs ? [`${remainingJobs} jobs were never done`] : []),
      ...(links < recovery.promised() ? [`of ${recovery.promised()} links that were promised, ${links} came`] : []),
    ]
  })
}

/** The password that works, out of the possible ones. */
async function findCurrentPassword({ writeLog, recoveringMember, observer }: CrashActors) {
  for (const password of writeLog.possibleStatesOf(passwordFact(recoveringMember.username))) {
    const body = { email: recoveringMember.email, password }
    const { status } = await observer.call('POST', '/api/auth/sign-in/email', { body })
    if (status === 200) return password
  }
  return 'none that was ever set'
}

/** Search finds an existing zine by its title and does not find a deleted one. */
async function searchProblems({ writeLog, observer }: CrashActors) {
  const problems: string[] = []
  const [presentFact, absentFact] = [writeLog.list('zine').at(-1), writeLog.listAbsent('zine').at(-1)]
  for (const [fact, isThere] of [
    [presentFact, true],
    [absentFact, false],
  ] as const) {
    if (!fact) continue
    const title = fact.slice('zine '.length)
    const response = await expectOk(
      observer.call('GET', `/api/search/zines?search=${encodeURIComponent(`"${title}"`)}`),
    )
    const isFound = parseJson<ZineSearchResult>(response).zines.some((zine) => zine.title === title)
    if (isFound !== isThere) problems.push(`a search ${isFound ? 'finds' : 'does not find'} “${title}”`)
  }
  return problems
}

/** Jobs that a killed process still has locked. */
async function lockedJobs(database: pg.Pool, killedAt: Date) {
  const lockedCount = await waitUntilZero(() => countJobs(database, 'locked_at < $1', [killedAt]), jobUnlockTimeoutMs)
  return lockedCount ? [`${lockedCount} jobs are locked by dead workers`] : []
}

async function countJobs(database: pg.Pool, condition: string, values: unknown[] = []) {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from graphile_worker.jobs where ${condition}`,
    values,
  )
  return rows[0]?.count ?? 0
}

/** Polls until the count is zero. Returns the last count. */
async function waitUntilZero(count: () => Promise<number>, timeoutMs: number) {
  const start = Date.now()
  let remaining = await count()
  for (; remaining > 0 && Date.now() - start < timeoutMs; remaining = await count()) await sleep(50)
  return remaining
}
