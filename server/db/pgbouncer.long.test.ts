import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hasPgbouncer, startPgbouncer } from '#tests/support/pgbouncer.ts'
import { callConcurrently, type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createEmptyDatabase, databaseUrlOf } from '#tests/support/test-database.ts'
import { createProject } from '#tests/support/workspace.ts'
import { openPool, sessionSettings } from './connection.ts'
import { openDatabase } from './database.ts'
import { listMigrations } from './migrate.ts'

/** Creates, saves and reads a project: statements with and without names, and transactions. */
async function useSite(site: TestApp, as: Member) {
  const { id } = await createProject(site, as)
  const path = `/api/projects/${id}`
  const requests = [
    { method: 'PUT', path, body: { notes: 'More.', version: 1 }, as } as const,
    { path: '/api/zines' },
    { path: `/api/users/${as.id}`, as },
    { path: '/api/auth/user', as },
  ]
  for (const request of requests) expect(await site.call(request)).toMatchObject({ status: 200 })
}

const connection = await createEmptyDatabase()
const directUrl = databaseUrlOf(connection)

const ignoreOptionsSetting = 'ignore_startup_parameters = options'
type Settings = Parameters<typeof startPgbouncer>[1]

async function startErrorOf(settings: Settings) {
  const bouncer = await startPgbouncer(connection, settings)
  const started = openDatabase({ databaseUrl: bouncer.url, databaseDirectUrl: directUrl, dataDir: '/nowhere' })
  const errorMessage = await started.then(
    (database) => database.stop(),
    (error: Error) => error.message,
  )
  await bouncer.stop()
  return errorMessage
}

describe.skipIf(!hasPgbouncer)('behind the pgbouncer of Debian’s package', () => {
  test('a start reports missing requirements one by one', async () => {
    const mode = 'transaction'
    // Since 1.20 the message names the option.
    expect(await startErrorOf({ mode })).toMatch(
      /unsupported startup parameter(: options| in options: \w+); pgbouncer.ini needs the line ignore_startup_parameters = options, and DATABASE_DIRECT_URL/,
    )
    const missingSettings = "lack statement_timeout = '15s', lock_timeout = '2s'. Set this once for its role"
    expect(await startErrorOf({ mode, settings: ignoreOptionsSetting })).toContain(missingSettings)
  })

  test('three processes that start concurrently on an empty database create its schema once, bypassing pgbouncer', async () => {
    const owner = openPool(connection, 1)
    for (const [name, value] of Object.entries(sessionSettings))
      await owner.query(`alter role current_user in database ${connection.database} set ${name} = '${value}'`)
    await owner.end()
    const bouncer = await startPgbouncer(connection, { mode: 'transaction', settings: ignoreOptionsSetting })
    const addresses = { databaseUrl: bouncer.url, databaseDirectUrl: directUrl, dataDir: '/nowhere' }
    const started = await Promise.all([1, 2, 3].map(() => openDatabase(addresses)))
    const rows = await Promise.all(
      started.map(({ pool }) => pool.query('select name from kysely_migration order by name')),
    )
    const names = await listMigrations()
    expect(rows.map((request) => request.rows.map(({ name }) => name))).toEqual([names, names, names])
    await Promise.all(started.map((database) => database.stop()))
    await bouncer.stop()
  })

  describe.each(['transaction', 'session'] as const)('in %s mode', (mode) => {
    let bouncer: Awaited<ReturnType<typeof startPgbouncer>>
    let site: TestApp
    let other: TestApp
    beforeAll(async () => {
      bouncer = await startPgbouncer(connection, { mode, settings: ignoreOptionsSetting })
      const databaseUrl = bouncer.url
      const settings = {
        DATABASE_URL: databaseUrl,
        RATE_LIMITS: 'on',
        SECRET: 'the same for all of the nodes of a site',
        ...(mode === 'transaction' && { DATABASE_DIRECT_URL: directUrl }),
      }
      site = await startTestApp({ databaseUrl, settings, jobs: true })
      other = await startTestApp({ databaseUrl, settings })
    })
    afterAll(async () => {
      await Promise.all([site?.close(), other?.close()])
      await bouncer?.stop()
    })

    test('many clients can read and write concurrently', async () => {
      const member = await site.signUp()
      await callConcurrently(30, () => useSite(site, member))
      const { rows } = await site.pool.query(
        'select count(*)::int as n from projects where user_id = $1 and version = 2',
        [member.id],
      )
      expect(rows).toEqual([{ n: 30 }])
    })

    test('a change on one node is noticed on another, and signing out there signs out here', async () => {
      const member = await site.signUp()
      const onChange = vi.fn()
      other.changes.subscribe(onChange)
      const expectAnnounced = async () => {
        const body = { bio: 'Feeds owls.' }
        onChange.mockClear()
        await site.call({ method: 'PUT', path: `/api/users/${member.id}`, body, as: member })
        await vi.waitFor(() => expect(onChange).toHaveBeenCalled(), { interval: 5, timeout: 500 })
      }
      // The first notice may come from the start of listening.
      for (let count = 0; count < 2; count++) await vi.waitFor(expectAnnounced, { timeout: 30_000 })
      const readSession = () => other.call({ path: '/api/auth/session', as: member })
      expect((await readSession()).status).toBe(200)
      await site.call({ method: 'POST', path: '/api/auth/sign-out', body: {}, as: member })
      expect((await readSession()).status).toBe(401)
    })

    test('prepared statements have names in session mode, and survive a change of their table', async () => {
      const countPreparedStatements = async () =>
        (await site.pool.query('select from pg_prepared_statements')).rowCount ?? 0
      const member = await site.signUp()
      await useSite(site, member)
      expect((await countPreparedStatements()) > 0).toBe(mode === 'session')
      const owner = openPool(connection, 1)
      await owner.query('alter table zines add column fleeting int')
      await useSite(site, member)
      await owner.query('alter table zines drop column fleeting')
      await useSite(site, member)
      await owner.end()
    })
  })
})
