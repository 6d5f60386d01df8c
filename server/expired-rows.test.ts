import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '#tests/support/test-app.ts'
import { createProject, logMinutes } from '#tests/support/workspace.ts'
import { sweepExpired } from './expired-rows.jobs.ts'

const site = await startTestApp()
afterAll(() => site.close())
const ana = await site.signUp('Ana')

const countRows = async (table: string) =>
  Number((await site.pool.query(`select count(*) from ${table}`)).rows[0].count)

test('browsers are forgotten that were not used for longer than their cookie lives', async () => {
  await site.pool.query(
    `insert into known_devices (user_id, device_hash, seen_at) values
     ($1, 'old', now() - interval '401 days'), ($1, 'new', now() - interval '399 days')`,
    [ana.id],
  )
  await sweepExpired(site.db)
  const { rows } = await site.pool.query('select device_hash from known_devices')
  const hashes = rows.map(({ device_hash }) => String(device_hash))
  expect([hashes.includes('old'), hashes.includes('new')]).toEqual([false, true])
})

test('repeated sign-ins from new browsers do not fill the table', async () => {
  await site.pool.query(
    `insert into known_devices (user_id, device_hash, seen_at)
     select $1, int4send(n), now() - make_interval(hours => n) from generate_series(1, 80) n`,
    [ana.id],
  )
  const body = { email: ana.email, password: ana.password }
  await site.call({ method: 'POST', path: '/api/auth/sign-in/email', body })
  expect(await countRows('known_devices')).toBe(50)
  const { rows } = await site.pool.query(
    'select max(seen_at) > now() - interval \'1 minute\' as "isRecent" from known_devices',
  )
  expect(rows).toEqual([{ isRecent: true }])
})

test('a removed focus session is stored for a year, and repeating it during that time adds no minutes', async () => {
  const { id: projectId } = await createProject(site, ana)
  for (let n = 0; n < 3; n += 1) await logMinutes(site, ana, { projectId })
  const { rows } = await site.pool.query<{ id: string }>('select id from focus_sessions order by id')
  const ageRows = (days: number, id?: string) =>
    site.pool.query('update focus_sessions set removed_at = now() - make_interval(days => $1) where id = $2', [
      days,
      id,
    ])
  await ageRows(366, rows[0]?.id)
  await ageRows(364, rows[1]?.id)
  await sweepExpired(site.db)
  const { rows: left } = await site.pool.query('select id from focus_sessions order by id')
  expect(left).toEqual(rows.slice(1))
  const { rows: counts } = await site.pool.query(
    'select session_count, sessions from projects join member_counts using (user_id) where id = $1',
    [projectId],
  )
  expect(counts).toEqual([{ session_count: 2, sessions: 2 }])
})

test('signing keys are deleted a month after they expired', async () => {
  await site.pool.query(
    `insert into jwks (public_key, private_key, expires_at)
     select 'p', 's', now() - make_interval(days => n) from unnest(array[29, 31]) n`,
  )
  const keys = await countRows('jwks')
  await sweepExpired(site.db)
  expect(await countRows('jwks')).toBe(keys - 1)
})
