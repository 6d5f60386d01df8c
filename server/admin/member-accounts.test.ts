import { beforeEach, describe, expect, test } from 'vitest'
import { confirmEmail, cookieFrom, findMail, isSignedIn, signInStatus } from '#tests/support/account.ts'
import { createOperator } from '#tests/support/operator.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp({ jobs: true, settings: { SIGN_UPS: 'closed' } })
const { runJson } = createOperator(site)
beforeEach(() => site.sql('truncate audit_log'))

const audited = () => site.db.selectFrom('audit_log').selectAll().where('actor', '=', 'operator').execute()
const auditedActs = async () => (await audited()).map(({ act }) => act)

let createdCount = 0
/** A member without a password, created by an operator with a printed link. */
async function create() {
  createdCount += 1
  const [username, email] = [`made_${createdCount}`, `made.${createdCount}@example.org`]
  const { id, link } = await runJson('member', 'create', username, email, '--print')
  return { id, username, email, link }
}

const password = 'staples and paper'
const follow = (link: string, newPassword = password) =>
  site.auth('reset-password', { token: link.split('#token=')[1], newPassword })
const findUser = (id: string) => site.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const mailedLink = async (email: string) =>
  (await findMail(site, email, /^(Set a new password|Your Foldout account)/)).links.find((link) =>
    link.includes('/auth/update-password#token='),
  ) ?? ''

describe('an account that an operator makes', () => {
  test('gets its password by a mailed link, which proves the address and works once', async () => {
    const response = await runJson('member', 'create', ' Ana ', 'Ana.New@example.org', '--as', 'Ben')
    expect(response).toMatchObject({ code: 0, outcome: 'done', username: 'Ana' })
    expect(await audited()).toMatchObject([{ act: 'member created', operator: 'Ben', member_id: response.id }])
    expect(JSON.stringify(response) + JSON.stringify(await audited())).not.toContain('token')
    expect(await findUser(response.id)).toMatchObject({ email: 'ana.new@example.org', email_verified: false })
    const link = await mailedLink('ana.new@example.org')
    expect(link.startsWith(site.config.publicUrl)).toBe(true)
    expect((await follow(link, 'password1')).status).toBe(400)
    expect(await follow(link)).toMatchObject({ status: 200, body: { user: { id: response.id } } })
    expect((await follow(link)).body).toMatchObject({ code: 'link_expired' })
    expect(await findUser(response.id)).toMatchObject({ email_verified: true, awaiting_since: null })
    expect(await signInStatus(site, 'ana.new@example.org', password)).toBe(200)
    expect((await site.get(`/api/users/${response.id}`)).status).toBe(200)
  })

  test('gets it by a printed link as well, which proves no address', async () => {
    const { id, link, email } = await create()
    expect(await signInStatus(site, email, password)).toBe(401)
    expect((await follow(link)).status).toBe(200)
    expect((await follow(link)).body).toMatchObject({ code: 'link_expired' })
    expect(await findUser(id)).toMatchObject({ email, email_verified: false, confirmed_email: null })
    expect(await signInStatus(site, email, password)).toBe(200)
    expect(JSON.stringify(await audited())).not.toContain(link.split('#token=')[1])
  })

  const usernameTakenMessage = 'This username is already taken.'
  const emailTakenMessage = 'This email is already registered.'
  const invalidEmailMessage = 'Please enter a valid email address.'
  test.each([
    ['ab', 'new@example.org', 'Usernames are 3 to 30 characters long. This one has 2.'],
    ['white space', 'new@example.org', 'Usernames cannot have spaces. Use _ . or - instead.'],
    ['adm1n', 'new@example.org', 'This username is reserved. Please choose another one.'],
    ['TAKEN', 'new@example.org', usernameTakenMessage],
    ['free_name', 'Taken@example.org', emailTakenMessage],
    ['taken', 'taken@example.org', `${usernameTakenMessage} ${emailTakenMessage}`],
    ['x', 'taken@example.org', `Usernames are 3 to 30 characters long. This one has 1. ${emailTakenMessage}`],
    ['free_name', 'new@below.spam.example', /^This site does not accept addresses from this email provider\./],
    ['free_name', 'nowhere', invalidEmailMessage],
    ['free_name', 'new@example.org\nBcc: x@example.org', invalidEmailMessage],
    ['free_name', '', /^EMAIL is needed: /],
  ])('is not created as %j with the address %j, and the operator sees why', async (username, email, message) => {
    await runJson('member', 'create', 'taken', 'taken@example.org')
    await runJson('block-email-domain', 'add', 'spam.example')
    await site.sql('truncate audit_log')
    const users = async () =>
      (await site.db.selectFrom('users').select('id').where('username', '=', username).execute()).length
    const before = await users()
    const { code, error } = await runJson('member', 'create', username, email)
    expect([code, error]).toEqual([1, typeof message === 'string' ? message : expect.stringMatching(message)])
    expect([await users(), await auditedActs()]).toEqual([before, []])
  })

  test('by two operators concurrently is created once', async () => {
    for (const [second, email] of [
      ['twice', 'once@example.org'],
      ['twice_b', 'twice@example.org'],
    ] as const) {
      await site.sql(`delete from users where username like 'twice%'; truncate audit_log`)
      const responses = await Promise.all([
        runJson('member', 'create', 'twice', 'twice@example.org'),
        runJson('member', 'create', second, email),
      ])
      expect(responses.map(({ code }) => code).sort()).toEqual([0, 1])
      expect(responses.find(({ code }) => code === 1).error).toMatch(/^This (username|email) is already /)
      expect(await auditedActs()).toEqual(['member created'])
    }
  })
})

describe('a password that an operator resets', () => {
  test('is set by a mailed link; the old one works until then and its sessions end with it', async () => {
    const { id, username, email, link } = await create()
    const as = { id, username, email, password, cookie: cookieFrom(await follow(link)) }
    await confirmEmail(site, { id })
    await site.sql('truncate audit_log')
    expect(await runJson('member', 'reset-password', username)).toMatchObject({ code: 0, outcome: 'done' })
    expect(await audited()).toMatchObject([{ act: 'password link emailed', member_id: id }])
    const mailed = await mailedLink(email)
    expect([await signInStatus(site, email, password), await isSignedIn(site, as)]).toEqual([200, true])
    expect((await follow(mailed, 'another staple')).status).toBe(200)
    expect([await signInStatus(site, email, password), await isSignedIn(site, as)]).toEqual([401, false])
    expect(await signInStatus(site, email, 'another staple')).toBe(200)
  })

  test('is set by a printed link; only the last link works, also after two concurrent resets', async () => {
    const { id, username, link: first } = await create()
    const second = (await runJson('member', 'reset-password', username, '--print')).link
    expect((await follow(first)).body).toMatchObject({ code: 'link_expired' })
    await site.sql('truncate audit_log')
    const links = await Promise.all([1, 2, 3].map(() => runJson('member', 'reset-password', id, '--print')))
    expect(await auditedActs()).toEqual(Array(3).fill('password link printed'))
    const followed = await Promise.all([second, ...links.map(({ link }) => link)].map((link) => follow(link)))
    expect(followed.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  })

  test('leaves an address that was changed and not confirmed as it is, when the link was printed', async () => {
    const { id, username, email, link } = await create()
    await confirmEmail(site, { id })
    await follow(link)
    await site.sql(`update users set email_verified = false, email = 'changed.' || email where id = $1`, id)
    await follow((await runJson('member', 'reset-password', username, '--print')).link, 'another staple')
    expect(await findUser(id)).toMatchObject({
      email: `changed.${email}`,
      email_verified: false,
      confirmed_email: email,
    })
  })

  test('is rejected for an account that is being removed, or that does not exist', async () => {
    const { id } = await create()
    await site.sql('update users set deleting_at = now() where id = $1', id)
    await site.sql('truncate audit_log')
    for (const who of [id, 'nobody_here'])
      for (const print of [[], ['--print']])
        expect(await runJson('member', 'reset-password', who, ...print)).toMatchObject({ code: 1 })
    expect(await auditedActs()).toEqual([])
  })
})
