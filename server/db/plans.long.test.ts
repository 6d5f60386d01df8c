import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeEveryCall } from '#tests/support/every-call.ts'
import { explainEverything, type Ran, recordPlans } from '#tests/support/explained-pool.ts'
import { fillLargeLibrary } from '#tests/support/large-library.ts'
import { startOidcProvider } from '#tests/support/oidc-provider.ts'
import { mostRows, planFaults } from '#tests/support/plan-faults.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { addressOf, createTestDatabase } from '#tests/support/test-database.ts'
import { openPool } from './connection.ts'
import { superuser } from './embedded/database.ts'

const { connection, pool } = await createTestDatabase()
afterAll(() => pool.end())
let growing: Set<string>
beforeAll(async () => {
  await fillLargeLibrary(pool)
  growing = new Set(await listGrowing())
}, 300_000)

/** There are few signing keys, dozens of migrations and indexings, and thousands of zines per sitemap part. */
const small = [
  ...['jwks', 'kysely_migration', 'kysely_migration_lock', 'search_filled', 'sitemap_parts'],
  // One row at most.
  'announcements',
  // Entered by hand, or read as a whole after a change, but never by a request.
  ...['blocked_media', 'withheld_media'],
  // Compacted within moments, and at most 64 MB including its indexes. Read completely when terms are deleted.
  'search_word_additions',
]

async function listGrowing() {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  return rows.map(({ name }) => name).filter((name) => !small.includes(name))
}

/** Requests that read more than one page by design. */
const readsMore: Record<string, number> = {
  '/sitemap.xml': 51_000,
}

/** A list scan of 10,000 steps reads one row of the list and one document per step. */
const longestWalk = 21_000
/** Single letters occur in thousands of terms, so no index lookup is possible: docs/search.md. */
const onlyLetters = /search=e%20a%20i/

function mostOf(call: string) {
  if (onlyLetters.test(call)) return Number.POSITIVE_INFINITY
  if (call.includes('search=')) return longestWalk
  return readsMore[call.replace(/^\S+ /, '')] ?? mostRows
}

const faultsOf = ({ plan, call }: Pick<Ran, 'plan' | 'call'>) =>
  planFaults(plan, { growing, atMost: mostOf(call) })

function report(ran: Ran[]) {
  const faults = new Map<string, string>()
  for (const each of ran)
    for (const fault of faultsOf(each)) {
      const key = `${fault.replace(/\d+/, '')} ${each.text}`
      if (!faults.has(key)) faults.set(key, `${each.call} ${fault}: ${shortened(each.text)}`)
    }
  return [...faults.values()]
}

const shortened = (text: string) => text.replace(/\s+/g, ' ').replace(/^(.{60}).+(.{400})$/, '$1 … $2')

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
])('every statement of a request, %s,', (_how, generic) => {
  let site: TestApp
  let ran: Ran[]
  const asked = new Set<string>()

  beforeAll(async () => {
    const admin = openPool({ ...connection, user: superuser }, 1)
    await explainEverything(admin, connection.database ?? '', { generic })
    await admin.end()
    const provider = await startOidcProvider('')
    await provider.stop()
    site = await startTestApp({
      databaseUrl: addressOf(connection),
      settings: {
        ...provider.settings,
        SECRET: 'the same for both, as for two processes',
        RATE_LIMITS: 'on',
        REPORTS_TO: 'operator@example.org',
      },
    })
    const recorder = recordPlans(site.pool)
    const operationOf = await operations(site)
    const call: TestApp['call'] = (sent) => {
      const { method = 'GET', path } = sent
      asked.add(operationOf(method, path))
      return recorder.during(`${method} ${path}`, async () => {
        const answer = await site.call<never>(sent)
        if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
        return answer
      })
    }
    await makeEveryCall({ ...site, call })
    ran = recorder.ran()
  }, 300_000)
  afterAll(() => site.close())

  test('is among those that are looked at', async () => {
    const all = Object.values(await operationNames(site)).flatMap((methods) => Object.values(methods))
    expect(all.map(({ operationId }) => operationId).filter((name) => !asked.has(name))).toEqual([])
  })

  const isSearch = ({ call }: Ran) => call.includes('search=')

  test('finds its rows by an index, and reads no more than a page needs', () => {
    expect(new Set(ran.map(({ text }) => text)).size).toBeGreaterThan(100)
    expect(report(ran.filter((each) => !isSearch(each))).join('\n\n')).toBe('')
  })

  test('does so for a search too, whatever is looked for', () => {
    expect(report(ran.filter(isSearch)).join('\n\n')).toBe('')
  })
})

type Operations = Record<string, Record<string, { operationId: string }>>

const operationNames = async (site: TestApp) =>
  (await site.call<{ paths: Operations }>({ path: '/api/openapi.json' })).body.paths

async function operations(site: TestApp) {
  const known = Object.entries(await operationNames(site)).map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`),
    methods,
    // Literal paths come before paths with parameters.
    places: path.split('{').length,
  }))
  known.sort((a, b) => a.places - b.places)
  return (method: string, path: string) =>
    known.find(({ pattern, methods }) => pattern.test(path) && methods[method.toLowerCase()])?.methods[
      method.toLowerCase()
    ]?.operationId ?? `${method} ${path}`
}
