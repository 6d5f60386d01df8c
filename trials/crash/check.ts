import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { FoundZines } from '#contract/search.ts'
import { answered, jsonOf } from '#trials/site/client.ts'
import type { Site } from '#trials/site/site.ts'
import type { Acting } from './acting.ts'
import { passwordFact, readFacts } from './facts.ts'
import { countLinks } from './recovering.ts'
import { wholenessFaults } from './wholeness.ts'

const jobsFreeWithinMs = 15_000
const jobsDoneWithinMs = 60_000

/** Checks the site after its restart. Returns the faults as sentences. */
export function checkAfterKill(site: Site, acting: Acting, killedAt: Date) {
  return site.withDatabase(async (database) => {
    const facts = await readFacts(database)
    facts.set(passwordFact(acting.forgetful.username), await passwordOf(acting))
    return [
      ...acting.ledger.settle(facts),
      ...(await wholenessFaults(database, site.dataDir)),
      ...(await searchedFaults(acting)),
      ...(await heldJobs(database, killedAt)),
    ]
  })
}

/** Checks that all enqueued jobs have run at the end, including the emails. */
export function checkAtTheEnd(site: Site, { recovery }: Acting) {
  return site.withDatabase(async (database) => {
    const left = await waitFor(() => countJobs(database, 'true'), jobsDoneWithinMs)
    const links = await countLinks(site.dataDir, recovery.email)
    return [
      ...(left ? [`${left} jobs were never done`] : []),
      ...(links < recovery.promised()
        ? [`of ${recovery.promised()} links that were promised, ${links} came`]
        : []),
    ]
  })
}

/** The password that works, out of the possible ones. */
async function passwordOf({ ledger, forgetful, looker }: Acting) {
  for (const password of ledger.possibleStatesOf(passwordFact(forgetful.username))) {
    const body = { email: forgetful.email, password }
    const { status } = await looker.call('POST', '/api/auth/sign-in/email', { body })
    if (status === 200) return password
  }
  return 'none that was ever set'
}

/** Search finds an existing zine by its title and does not find a deleted one. */
async function searchedFaults({ ledger, looker }: Acting) {
  const faults: string[] = []
  const [present, gone] = [ledger.list('zine').at(-1), ledger.listAbsent('zine').at(-1)]
  for (const [fact, isThere] of [
    [present, true],
    [gone, false],
  ] as const) {
    if (!fact) continue
    const title = fact.slice('zine '.length)
    const found = await answered(
      looker.call('GET', `/api/search/zines?search=${encodeURIComponent(`"${title}"`)}`),
    )
    const isFound = jsonOf<FoundZines>(found).zines.some((zine) => zine.title === title)
    if (isFound !== isThere) faults.push(`a search ${isFound ? 'finds' : 'does not find'} “${title}”`)
  }
  return faults
}

/** Jobs that a killed process still has locked. */
async function heldJobs(database: pg.Pool, killedAt: Date) {
  const held = await waitFor(() => countJobs(database, 'locked_at < $1', [killedAt]), jobsFreeWithinMs)
  return held ? [`${held} jobs are held by nobody`] : []
}

async function countJobs(database: pg.Pool, which: string, values: unknown[] = []) {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from graphile_worker.jobs where ${which}`,
    values,
  )
  return rows[0]?.count ?? 0
}

/** Polls until the count is zero. Returns the last count. */
async function waitFor(count: () => Promise<number>, patienceMs: number) {
  const start = Date.now()
  let left = await count()
  for (; left > 0 && Date.now() - start < patienceMs; left = await count()) await sleep(50)
  return left
}
