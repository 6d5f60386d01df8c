import { beforeEach, describe, expect, test } from 'vitest'
import { recordStatements } from '#tests/support/recorded-statements.ts'
import { newcomer, register, signInWithProvider, startProvider } from '#tests/support/registration.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import { createInvite, revokeInvite } from './invites.queries.ts'

/** A visitor who cannot register here does not learn which email addresses have an account. */

const provider = await startProvider()
const start = (SIGN_UPS: string) => openTestApp({ settings: { ...provider.settings, SIGN_UPS } })
const sites = { closed: await start('closed'), invite: await start('invite') }
for (const site of Object.values(sites))
  await site.sql(
    `insert into users (email, email_verified, username, username_key, name, former_email, email_changed_at)
     values ('known@example.org', true, 'Known', 'known', 'Known', 'left@example.org', now());
     insert into blocked_email_domains (domain) values ('throwaway.example')`,
  )

const invite = () => sites.invite.db.transaction().execute((tx) => createInvite(tx, { uses: 1 }))

let invites: Record<string, string | undefined>
beforeEach(async () => {
  const [used, expired, revoked] = [await invite(), await invite(), await invite()]
  const { db, sql } = sites.invite
  await sql('update invites set uses_left = 0, used = 1 where id = $1', used.id)
  await sql(`update invites set expires_at = now() - interval '1 day' where id = $1`, expired.id)
  await db.transaction().execute((tx) => revokeInvite(tx, { id: revoked.id }))
  const codes = { used: used.code, expired: expired.code, revoked: revoked.code }
  invites = { mistyped: 'k7m2q-9xw4t-bn3ch-5rz8d', ...codes }
})

/** A registration with free values, and all kinds of conflicts. */
const people = [
  {},
  { email: 'known@example.org' },
  { email: 'left@example.org' },
  { email: 'someone@throwaway.example' },
  { username: 'Known' },
  { email: 'known@example.org', username: 'Known' },
]

const cases = [
  ['closed', 'none', 'sign_ups_closed', 'This site does not accept new accounts right now.'],
  ['closed', 'mistyped', 'sign_ups_closed', 'This site does not accept new accounts right now.'],
  ['invite', 'none', 'invite_refused', 'An account here needs an invite code. Please enter yours.'],
  ...['mistyped', 'used', 'expired', 'revoked'].map(
    (invite) => ['invite', invite, 'invite_refused', expect.stringMatching(/^This invite code does not work/)] as const,
  ),
] as const

describe.each(cases)('where sign-ups are %s, with an invite that is %s', (mode, state, code, message) => {
  const withInvite = () => (invites[state] ? { invite: invites[state] } : {})

  /** The distinct responses and SQL statements for all of them. A single entry means that they are indistinguishable. */
  async function responsesTo(
    send: (person: { email: string; username: string }) => Promise<{ status: number; text: string }>,
  ) {
    const recorded = recordStatements(sites[mode].pool)
    const responses = new Map<string, { status: number; body: Record<string, unknown> }>()
    for (const account of people) {
      const { password: _none, ...person } = newcomer()
      const received: { status: number; body: Record<string, unknown> }[] = []
      const statements = await recorded.during(async () => {
        const { status, text } = await send({ ...person, ...account })
        const { requestId: _ours, ...body } = JSON.parse(text)
        received.push({ status, body })
      })
      for (const each of received) responses.set(JSON.stringify([each, statements]), each)
    }
    return [...responses.values()]
  }

  test('the check of a registration answers everyone the same', async () => {
    const responses = await responsesTo((person) =>
      sites[mode].post('/api/validate-registration', { ...person, ...withInvite() }),
    )
    expect(responses).toEqual([
      {
        status: 200,
        body: { valid: false, errors: [message], issues: [{ path: expect.any(String), message }] },
      },
    ])
  })

  test.each(['correct horse', 'password'])(
    'sign-up with the password %s answers everyone the same',
    async (password) => {
      const responses = await responsesTo((person) => register(sites[mode], { ...person, password, ...withInvite() }))
      expect(responses).toEqual([{ status: 403, body: expect.objectContaining({ code, error: message }) }])
    },
  )

  test('a provider brings everyone back with the same answer', async () => {
    const pages = new Set<string>()
    for (const { email } of people) {
      const sub = newcomer().username
      const person = { sub, email: email ?? `${sub}@elsewhere.example`, email_verified: false }
      const { page, user, browser } = await signInWithProvider(sites[mode], provider, {
        user: person,
        ...withInvite(),
      })
      expect(user).toBeNull()
      pages.add([page, ...browser.jar.keys()].join(' '))
    }
    expect([...pages]).toEqual([expect.stringContaining(`error=${code}`)])
  })
})

test('with a valid invite, a visitor learns that an address already has an account', async () => {
  const { code } = await invite()
  const { status, body } = await register(sites.invite, { email: 'known@example.org', invite: code })
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'email_taken' })
})
