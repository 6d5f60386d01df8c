import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callEveryEndpoint } from '#tests/support/all-api-calls.ts'
import { type ExecutedStatement, enableAutoExplain, recordPlans } from '#tests/support/auto-explain.ts'
import { fillLargeLibrary } from '#tests/support/large-library.ts'
import { startOidcProvider } from '#tests/support/oidc-provider.ts'
import { maxRows, planFaults } from '#tests/support/plan-problems.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestDatabase, databaseUrlOf } from '#tests/support/test-database.ts'
import { openPool } from './connection.ts'
import { superuser } from './embedded/database.ts'

const { connection, pool } = await createTestDatabase()
afterAll(() => pool.end())
let growingTables: Set<string>
beforeAll(async () => {
  await fillLargeLibrary(pool)
  growingTables = new Set(await listGrowingTables())
}, 300_000)

/** There are few signing keys, dozens of migrations and indexings, and thousands of zines per sitemap part. */
const boundedTables = [
  'jwks',
  'kysely_migration',
  'kysely_migration_lock',
  'search_index_runs',
  'sitemap_parts',
  // One row at most.
  'announcements',
  'media_keys',
  // Entered by hand, or read as a whole after a change, but never by a request.
  'blocked_media',
  'restricted_media',
  // Compacted within moments, and at most 64 MB including its indexes. Read completely when terms are deleted.
  'term_count_deltas',
]

async function listGrowingTables() {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  return rows.map(({ name }) => name).filter((name) => !boundedTables.includes(name))
}

/** Requests that read more than one page by design. */
const maxRowsByCall: Record<string, number> = {
  '/sitemap.xml': 51_000,
}

/** A page of 100 followed zines reads up to 100 zines of each of 100 creators. The site asks for 24. */
const longFollowedPage = /followed-zines\?\S*limit=100/
const maxFollowedRows = 45_000

/** A list scan of 10,000 rows also reads one document per row. */
const maxScanRows = 21_000
/** Single letters occur in thousands of terms, so no index lookup is possible: docs/search.md. */
const singleLetterSearch = /search=e%20a%20i/

function maxRowsOf(call: string) {
  if (singleLetterSearch.test(call)) return Number.POSITIVE_INFINITY
  if (longFollowedPage.test(call)) return maxFollowedRows
  if (call.includes('search=')) return maxScanRows
  return maxRowsByCall[call.replace(/^\S+ /, '')] ?? maxRows
}

const planProblems = ({ plan, call }: Pick<ExecutedStatement, 'plan' | 'call'>) =>
  planFaults(plan, { growingTables, maxRead: maxRowsOf(call) })

function describeProblems(executed: ExecutedStatement[]) {
  const problems = new Map<string, string>()
  for (const each of executed)
    for (const problem of planProblems(each)) {
      const key = `${problem.replace(/\d+/, '')} ${each.text}`
      if (!problems.has(key)) problems.set(key, `${each.call} ${problem}: ${shorten(each.text)}`)
    }
  return [...problems.values()]
}

const shorten = (text: string) => text.replace(/\s+/g, ' ').replace(/^(.{60}).+(.{400})$/, '$1 … $2')

test('dependent rows of a deleted row are found by an index', async () => {
  const { rows } = await pool.query<{ key: string }>(`
    select conrelid::regclass || ': ' || conname as key from pg_constraint c
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index i
      where i.indrelid = c.conrelid and i.indpred is null
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`)
  expect(rows).toEqual([])
})

describe.each([
  ['planned for its values', false],
  ['planned once for all values', true],
])('every statement of a request, %s,', (_how, isGenericPlan) => {
  let site: TestApp
  let executed: ExecutedStatement[]
  const calledOperations = new Set<string>()

  beforeAll(async () => {
    const admin = openPool({ ...connection, user: superuser }, 1)
    await enableAutoExplain(admin, connection.database ?? '', { generic: isGenericPlan })
    await admin.end()
    const provider = await startOidcProvider('')
    await provider.stop()
    site = await startTestApp({
      databaseUrl: databaseUrlOf(connection),
      settings: {
        ...provider.settings,
        SECRET: 'the same for both, as for two processes',
        RATE_LIMITS: 'on',
        REPORTS_TO: 'operator@example.org',
      },
    })
    const recorder = recordPlans(site.pool)
    const operationOf = await operations(site)
    const call: TestApp['call'] = (request) => {
      const { method = 'GET', path } = request
      calledOperations.add(operationOf(method, path))
      return recorder.during(`${method} ${path}`, async () => {
        const answer = await site.call<never>(request)
        if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
        return answer
      })
    }
    await callEveryEndpoint({ ...site, call })
    executed = recorder.statements()
  }, 300_000)
  afterAll(() => site.close())

  test('is among those that are looked at', async () => {
    const operationsByPath = Object.values(await operationNames(site)).flatMap((methods) => Object.values(methods))
    expect(
      operationsByPath.map(({ operationId }) => operationId).filter((name) => !calledOperations.has(name)),
    ).toEqual([])
  })

  const isSearch = ({ call }: ExecutedStatement) => call.includes('search=')

  test('finds its rows by an index, and reads no more than a page needs', () => {
    expect(new Set(executed.map(({ text }) => text)).size).toBeGreaterThan(100)
    expect(describeProblems(executed.filter((each) => !isSearch(each))).join('\n\n')).toBe('')
  })

  test('also uses an index for every search', () => {
    expect(describeProblems(executed.filter(isSearch)).join('\n\n')).toBe('')
  })
})

type Operations = Record<string, Record<string, { operationId: string }>>

const operationNames = async (site: TestApp) =>
  (await site.call<{ paths: Operations }>({ path: '/api/openapi.json' })).body.paths

async function operations(site: TestApp) {
  const patterns = Object.entries(await operationNames(site)).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`),
    methods,
    // Literal paths come before paths with parameters.
    placeholders: path.split('{').length,
  }))
  patterns.sort((a, b) => a.placeholders - b.placeholders)
  return (method: string, path: string) =>
    patterns.find(({ pattern, methods }) => pattern.test(path) && methods[method.toLowerCase()])?.methods[
      method.toLowerCase()
    ]?.operationId ?? `${method} ${path}`
}
