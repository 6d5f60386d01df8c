import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hasPgbouncer, keepsNamesByItself, startPgbouncer } from '#tests/support/pgbouncer.ts'
import { atOnce, type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { addressOf, createEmptyDatabase } from '#tests/support/test-database.ts'
import { beginProject } from '#tests/support/workspace.ts'
import { openPool, sessionSettings } from './connection.ts'
import { openDatabase } from './database.ts'
import { listMigrations } from './migrate.ts'

/** Creates, saves and reads a project: statements with and without names, and transactions. */
async function work(site: TestApp, as: Member) {
  const { id } = await beginProject(site, as)
  const path = `/api/projects/${id}`
  const asked = [
    { method: 'PUT', path, body: { notes: 'More.', version: 1 }, as } as const,
    ...[{ path: '/api/zines' }, { path: `/api/users/${as.id}`, as }, { path: '/api/auth/user', as }],
  ]
  for (const each of asked) expect(await site.call(each)).toMatchObject({ status: 200 })
}

const connection = await createEmptyDatabase()
const direct = addressOf(connection)

const ignored = 'ignore_startup_parameters = options'
type Settings = Parameters<typeof startPgbouncer>[1]

async function refusalOf(settings: Settings, { more = '', pastIt = false } = {}) {
  const bouncer = await startPgbouncer(connection, settings)
  const databaseUrl = bouncer.url + more
  const databaseDirectUrl = pastIt ? direct : undefined
  const started = openDatabase({ databaseUrl, databaseDirectUrl, dataDir: '/nowhere' })
  const refusal = await started.then(
    (database) => database.stop(),
    (error: Error) => error.message,
  )
  await bouncer.stop()
  return refusal
}

/** Set on the first use of a connection. In session mode the settings do not survive the session. */
const limitsAtFirst = `connect_query='set statement_timeout = 15000; set lock_timeout = 2000'`

describe.skipIf(!hasPgbouncer)('behind the pgbouncer of Debian’s package', () => {
  test('a start reports missing requirements one by one', async () => {
    const mode = 'transaction'
    // Since 1.20 the message names the option.
    expect(await refusalOf({ mode })).toMatch(
      /unsupported startup parameter(: options| in options: \w+); pgbouncer.ini needs the line ignore_startup_parameters = options/,
    )
    expect(await refusalOf({ mode, settings: ignored })).toContain(
      'Set DATABASE_DIRECT_URL to the address of',
    )
    const lacking = "lack statement_timeout = '15s', lock_timeout = '2s'. Set this once for its role"
    expect(await refusalOf({ mode, settings: ignored }, { pastIt: true })).toContain(lacking)
    const inSession: Settings = { mode: 'session', settings: ignored, database: limitsAtFirst }
    expect(await refusalOf(inSession, { more: '&pool_mode=session' })).toContain(lacking)
  })

  test('three processes that start concurrently on an empty database create its schema once, bypassing pgbouncer', async () => {
    const owner = openPool(connection, 1)
    for (const [name, value] of Object.entries(sessionSettings))
      await owner.query(`alter role current_user in database ${connection.database} set ${name} = '${value}'`)
    await owner.end()
    const bouncer = await startPgbouncer(connection, { mode: 'transaction', settings: ignored })
    const addresses = { databaseUrl: bouncer.url, databaseDirectUrl: direct, dataDir: '/nowhere' }
    const started = await Promise.all([1, 2, 3].map(() => openDatabase(addresses)))
    const rows = await Promise.all(
      started.map(({ pool }) => pool.query('select name from kysely_migration order by name')),
    )
    const names = await listMigrations()
    expect(rows.map((each) => each.rows.map(({ name }) => name))).toEqual([names, names, names])
    await Promise.all(started.map((database) => database.stop()))
    await bouncer.stop()
  })

  describe.each(['transaction', 'session'] as const)('in %s mode', (mode) => {
    let bouncer: Awaited<ReturnType<typeof startPgbouncer>>
    let site: TestApp
    let other: TestApp
    beforeAll(async () => {
      bouncer = await startPgbouncer(connection, { mode, settings: ignored })
      const databaseUrl = `${bouncer.url}${mode === 'session' ? '&pool_mode=session' : ''}`
      const settings = {
        ...{
          DATABASE_URL: databaseUrl,
          RATE_LIMITS: 'on',
          SECRET: 'the same for all of the nodes of a site',
        },
        ...(mode === 'transaction' && { DATABASE_DIRECT_URL: direct }),
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
      await atOnce(30, () => work(site, member))
      const { rows } = await site.pool.query(
        'select count(*)::int as n from projects where user_id = $1 and version = 2',
        [member.id],
      )
      expect(rows).toEqual([{ n: 30 }])
    })

    test('a change on one node is noticed on another, and signing out there signs out here', async () => {
      const member = await site.signUp()
      const heard = vi.fn()
      other.changes.subscribe(heard)
      const announced = async () => {
        const body = { bio: 'Feeds owls.' }
        heard.mockClear()
        await site.call({ method: 'PUT', path: `/api/users/${member.id}`, body, as: member })
        await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { interval: 5, timeout: 500 })
      }
      // The first notice may come from the start of listening.
      for (let times = 0; times < 2; times++) await vi.waitFor(announced, { timeout: 30_000 })
      const asked = () => other.call({ path: '/api/auth/session', as: member })
      expect((await asked()).status).toBe(200)
      await site.call({ method: 'POST', path: '/api/auth/sign-out', body: {}, as: member })
      expect((await asked()).status).toBe(401)
    })

    test('prepared statements have names where pgbouncer tracks them, and survive a change of their table', async () => {
      const named = async () => (await site.pool.query('select from pg_prepared_statements')).rowCount ?? 0
      const member = await site.signUp()
      await work(site, member)
      expect((await named()) > 0).toBe(mode === 'session' || keepsNamesByItself())
      const owner = openPool(connection, 1)
      await owner.query('alter table zines add column fleeting int')
      await work(site, member)
      await owner.query('alter table zines drop column fleeting')
      await work(site, member)
      await owner.end()
    })
  })
})
