import { afterAll, expect, test } from 'vitest'
import { sweepExpired } from '#server/expired-rows.jobs.ts'
import { startAccountMail } from '#tests/support/account-mail.ts'
import {
  consumeMailLink,
  createMailLink,
  deleteMailLinks,
  findMailLink,
  type LinkPurpose,
} from './mail-links.queries.ts'

const post = await startAccountMail()
afterAll(() => post.close())

const { id: userId } = await post.createMember()
const email = 'ana@example.org'
const createLink = (purpose: LinkPurpose = 'recovery') => createMailLink(post.db, { purpose, userId, email })
const consume = (token: string, purposes: LinkPurpose[] = ['recovery']) =>
  post.db.transaction().execute((tx) => consumeMailLink(tx, purposes, token))
const find = (token: string, purposes: LinkPurpose[] = ['recovery']) => findMailLink(post.db, purposes, token)
const ageLinks = (interval: string) =>
  post.pool.query(`update mail_links set expires_at = expires_at - $1::interval`, [interval])

test('a link can be looked at often and used once', async () => {
  const { token } = await createLink()
  const expected = { purpose: 'recovery', userId, email }
  expect(await find(token)).toEqual(expected)
  expect(await find(token)).toEqual(expected)
  expect(await consume(token)).toMatchObject(expected)
  expect(await consume(token)).toBeUndefined()
  expect(await find(token)).toBeUndefined()
})

test('a use that is rolled back leaves the link good', async () => {
  const { token } = await createLink()
  const broken = post.db.transaction().execute(async (tx) => {
    await consumeMailLink(tx, ['recovery'], token)
    throw new Error('the rest failed')
  })
  await expect(broken).rejects.toThrow('the rest failed')
  expect(await consume(token)).toBeDefined()
})

test.each([
  ['recovery', '59 minutes', '61 minutes'],
  ['signup', '23 hours', '25 hours'],
  ['email_change', '23 hours', '25 hours'],
  ['undo_email_change', '6 days 23 hours', '7 days 1 minute'],
] as const)('a link for %s works after %s and not after %s', async (purpose, validAge, expiredAge) => {
  const { token: first } = await createLink(purpose)
  await ageLinks(validAge)
  expect(await consume(first, [purpose])).toBeDefined()
  const { token: second } = await createLink(purpose)
  await ageLinks(expiredAge)
  expect(await find(second, [purpose])).toBeUndefined()
  expect(await consume(second, [purpose])).toBeUndefined()
})

test('a link for one purpose is not valid for another', async () => {
  const { token } = await createLink('signup')
  expect(await find(token, ['recovery', 'undo_email_change'])).toBeUndefined()
  expect(await consume(token, ['recovery', 'undo_email_change'])).toBeUndefined()
  expect(await consume(token, ['signup', 'email_change'])).toMatchObject({ purpose: 'signup' })
})

test('a cut, changed, endless or foreign token is no link', async () => {
  const { token } = await createLink()
  const reversed = [...token].reverse().join('')
  for (const wrong of [
    '',
    token.slice(0, -1),
    `${token}A`,
    reversed,
    '%00',
    '\u0000',
    'é'.repeat(43),
    'x'.repeat(1e6),
  ]) {
    expect(await consume(wrong)).toBeUndefined()
    expect(await find(wrong)).toBeUndefined()
  }
  expect(await consume(token)).toBeDefined()
})

test('the token is nowhere in the database, and is never the same', async () => {
  const [one, other] = [await createLink(), await createLink()]
  expect(one.token).not.toBe(other.token)
  const { rows } = await post.pool.query(
    `select l::text as row, encode(token_hash, 'escape') as hash from mail_links l`,
  )
  expect(JSON.stringify(rows)).not.toContain(one.token)
})

test('dropping a person’s links ends those and no others', async () => {
  const { id: otherId } = await post.createMember()
  const ownLink = await createLink('recovery')
  const signup = await createLink('signup')
  const { token: otherToken } = await createMailLink(post.db, { purpose: 'recovery', userId: otherId, email })
  await post.db.transaction().execute((tx) => deleteMailLinks(tx, userId, ['recovery', 'email_change']))
  expect(await find(ownLink.token)).toBeUndefined()
  expect(await find(signup.token, ['signup'])).toBeDefined()
  expect(await find(otherToken)).toMatchObject({ userId: otherId })
})

test('the sweep removes expired links only', async () => {
  await post.db.deleteFrom('mail_links').execute()
  await createLink()
  await ageLinks('2 hours')
  const { token } = await createLink()
  await post.pool.query(`insert into verifications (identifier, value, expires_at)
    values ('old', 'x', now() - interval '1 second'), ('new', 'x', now() + interval '1 minute')`)
  await post.pool.query(
    `insert into used_codes (user_id, code, used_at)
     values ($1, 'old', now() - interval '6 minutes'), ($1, 'new', now() - interval '4 minutes')`,
    [userId],
  )
  await post.pool.query(`insert into rate_limit_points (key, points, expire)
    values ('old', 1, extract(epoch from now()) * 1000 - 1), ('new', 1, extract(epoch from now()) * 1000 + 60000),
      ('forever', 1, null)`)
  await sweepExpired(post.db)
  expect(await post.listLinks()).toHaveLength(1)
  expect(await find(token)).toBeDefined()
  const { rows } = await post.pool.query(`select identifier as kept from verifications
    union all select code from used_codes union all select key from rate_limit_points order by 1`)
  expect(rows.map(({ kept }) => kept)).toEqual(['forever', 'new', 'new', 'new'])
})
