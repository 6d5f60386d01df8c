import { describe, expect, test } from 'vitest'
import { sweepExpired } from '#server/expired-rows.jobs.ts'
import {
  newcomer,
  newcomerAtProvider,
  register,
  signInWithProvider,
  startProvider,
} from '#tests/support/registration.ts'
import { callConcurrently, openTestApp } from '#tests/support/test-app.ts'
import { createInvite, listInvites, revokeInvite } from './invites.queries.ts'

const provider = await startProvider()
const site = await openTestApp({ settings: { ...provider.settings, SIGN_UPS: 'invite' } })

const invite = (options: Parameters<typeof createInvite>[1] = {}) =>
  site.db.transaction().execute((tx) => createInvite(tx, options))
const revoke = (id: string) => site.db.transaction().execute((tx) => revokeInvite(tx, { id }))
const stateOf = async (id: string) => {
  const listed = (await listInvites(site.db)).find((each) => each.id === id)
  return { used: listed?.used, usesLeft: listed?.usesLeft, isOpen: listed?.isOpen }
}
describe('where an invite is needed', () => {
  test('a code lets in as many as it is for, however it is typed', async () => {
    const { id, code } = await invite({ uses: 2 })
    expect(code).toMatch(/^(?:[2-9a-z]{5}-){3}[2-9a-z]{5}$/)
    expect((await register(site, { invite: code })).status).toBe(200)
    expect((await register(site, { invite: ` ${code.replaceAll('-', ' ').toUpperCase()}` })).status).toBe(200)
    expect((await register(site, { invite: code })).body.code).toBe('invite_refused')
    expect(await stateOf(id)).toEqual({ used: 2, usesLeft: 0, isOpen: false })
  })

  test('ten concurrent uses of a code for three admit three', async () => {
    const { id, code } = await invite({ uses: 3 })
    const all = await callConcurrently(10, () => register(site, { invite: code }))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(all.filter(({ body }) => body.code === 'invite_refused')).toHaveLength(7)
    expect(await stateOf(id)).toEqual({ used: 3, usesLeft: 0, isOpen: false })
  })

  test('ten concurrent uses of one code for the same name consume it once', async () => {
    const { id, code } = await invite({ uses: 10 })
    const username = 'SoughtAfter'
    const all = await callConcurrently(10, () => register(site, { invite: code, username }))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await stateOf(id)).toEqual({ used: 1, usesLeft: 9, isOpen: true })
  })

  test('a rejected sign-up refunds the use', async () => {
    const registered = await register(site, { invite: (await invite()).code })
    const { id, code } = await invite()
    for (const options of [
      { username: registered.member.username },
      { email: registered.member.email },
      { password: 'password' },
    ])
      expect((await register(site, { ...options, invite: code })).status).toBeGreaterThanOrEqual(400)
    expect(await stateOf(id)).toEqual({ used: 0, usesLeft: 1, isOpen: true })
  })

  test('the form reports a wrong code before a use is consumed', async () => {
    const { id, code } = await invite()
    const check = async (inviteCode?: string) => {
      const { username, email } = newcomer()
      const body = { email, username, ...(inviteCode && { invite: inviteCode }) }
      return (await site.post('/api/validate-registration', body)).body
    }
    expect(await check(code)).toMatchObject({ valid: true })
    expect(await check('nonsense')).toMatchObject({ valid: false, issues: [{ path: 'invite' }] })
    expect(await check()).toMatchObject({ valid: false, issues: [{ path: 'invite' }] })
    expect((await stateOf(id)).used).toBe(0)
  })

  test('an expired or revoked one is rejected, and is deleted a month later', async () => {
    const [old, revoked] = [await invite(), await invite()]
    await site.sql(`update invites set expires_at = now() - interval '1 second' where id = $1`, old.id)
    expect(await revoke(revoked.id)).toBe('done')
    expect(await revoke(revoked.id)).toBe('already')
    expect(await revoke('00000000-0000-7000-8000-000000000000')).toBe('absent')
    for (const { code } of [old, revoked])
      expect((await register(site, { invite: code })).body.code).toBe('invite_refused')
    await site.sql(`update invites set expires_at = now() - interval '31 days' where id = $1`, old.id)
    await sweepExpired(site.db)
    const left = (await listInvites(site.db)).map(({ id }) => id)
    expect(left).toContain(revoked.id)
    expect(left).not.toContain(old.id)
  })

  test('only a hash of a code is stored, and codes are not logged', async () => {
    const { code } = await invite({ note: 'for the reading group' })
    const rows = await site.sql('select invites::text from invites union all select audit_log::text from audit_log')
    const storedText = JSON.stringify(rows)
    expect(storedText).toContain('for the reading group')
    expect(storedText).not.toContain(code)
    expect(storedText).not.toContain(code.replaceAll('-', ''))
  })

  test.each([{ uses: 0 }, { uses: 1001 }, { days: 0 }, { days: 366 }, { uses: 1.5 }])(
    'an invite of %o is none',
    async (options) => {
      await expect(invite(options)).rejects.toThrow(/An invite has 1 to/)
    },
  )
})

describe('a newcomer from a provider where an invite is needed', () => {
  test('creates an account with it, and signs in again without another use', async () => {
    const { id, code } = await invite({ uses: 2 })
    const person = newcomerAtProvider()
    const first = await signInWithProvider(site, provider, { user: person, invite: code })
    expect(first.user).not.toBeNull()
    expect(await stateOf(id)).toMatchObject({ used: 1 })
    for (const options of [{ user: person }, { user: person, invite: code }])
      expect((await signInWithProvider(site, provider, options)).user?.id).toBe(first.user?.id)
    expect(await stateOf(id)).toMatchObject({ used: 1, usesLeft: 1 })
  })

  test('does not use the code that another visitor left in this browser', async () => {
    const { id, code } = await invite()
    const { browser } = await signInWithProvider(site, provider, {
      user: newcomerAtProvider(),
      invite: 'wrong',
    })
    await browser.auth('sign-in/social', { provider: 'oidc', invite: code })
    const { page } = await signInWithProvider(site, provider, { user: newcomerAtProvider() }, browser)
    expect(page).toContain('error=invite_refused')
    expect(await stateOf(id)).toMatchObject({ used: 0 })
  })

  test('gets the use refunded when the address is already taken', async () => {
    const { member } = await register(site, { invite: (await invite()).code })
    const { id, code } = await invite()
    const person = { ...newcomerAtProvider(), email: member.email }
    const { user } = await signInWithProvider(site, provider, { user: person, invite: code })
    expect(user).toBeNull()
    expect(await stateOf(id)).toMatchObject({ used: 0, usesLeft: 1 })
  })
})
