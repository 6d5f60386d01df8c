import { createMailLink, type LinkPurpose } from '#server/auth/account-mail/mail-links.queries.ts'
import { jobsWithPayload } from '#server/db/jobs.ts'
import { signInStatus } from '../../account.ts'
import { totpCode } from '../../authenticator.ts'
import { createBrowser } from '../../browser-cookies.ts'
import type { Member, TestApp } from '../../test-app.ts'
import type { Action } from '../fault-cases.ts'
import { expectRow, inOrder, request } from './call.ts'

const expectPassword = async (site: TestApp, email: string, password: string) =>
  (await signInStatus(site, email, password)) === 200 ? [] : ['the password does not work']

let registered = 0

const register: Action = {
  name: 'register',
  async prepare(site) {
    registered += 1
    const username = `newcomer${registered}`
    const email = `${username}@example.org`
    const password = 'correct horse'
    const browser = createBrowser(site)
    /** Like a person: if the address is taken, the first try succeeded, so they sign in. */
    const signUp = async () => {
      const response = await browser.auth('sign-up/email', { email, password, name: username, username })
      return response.status < 500 && response.status >= 400
        ? browser.auth('sign-in/email', { email, password })
        : response
    }
    return {
      run: inOrder(signUp, () => browser.post('/api/users/create-profile', {})),
      check: async () => [
        ...(await expectPassword(site, email, password)),
        ...(await expectRow(
          site,
          `select count(*)::int as users, count(p.user_id)::int as profiles
           from users u left join profiles p on p.user_id = u.id where username = $1`,
          [username],
          { users: 1, profiles: 1 },
        )),
      ],
    }
  },
}

async function linkFor(site: TestApp, { id, email }: Member, purpose: LinkPurpose) {
  return (await createMailLink(site.db, { purpose, userId: id, email })).token
}

const confirm: Action = {
  name: 'confirm',
  again: [400, 410],
  async prepare(site) {
    const member = await site.signUp()
    const token = await linkFor(site, member, 'signup')
    return {
      run: request(site, undefined, 'POST', '/api/auth/verify-email', { token }),
      check: () =>
        expectRow(site, 'select email_verified from users where id = $1', [member.id], { email_verified: true }),
    }
  },
}

const recover: Action = {
  name: 'recover',
  again: [400, 410],
  async prepare(site) {
    const member = await site.signUp()
    const { email } = member
    const token = await linkFor(site, member, 'recovery')
    const newPassword = 'a quieter horse'
    return {
      run: request(site, undefined, 'POST', '/api/auth/reset-password', { token, newPassword }),
      check: () => expectPassword(site, email, newPassword),
    }
  },
}

const askForRecovery: Action = {
  name: 'ask for recovery',
  async prepare(site) {
    const { email } = await site.signUp()
    const mails = `select count(*) > 0 as "isMailed" from ${jobsWithPayload} j
      where j.payload -> 'mail' ->> 'kind' = 'recovery' and j.payload -> 'mail' ->> 'email' = $1`
    return {
      run: request(site, undefined, 'POST', '/api/auth/request-password-reset', { email }),
      check: () => expectRow(site, mails, [email], { isMailed: true }),
    }
  },
}

const changeEmail: Action = {
  name: 'change email',
  async prepare(site) {
    const member = await site.signUp()
    const email = `new-${member.email}`
    return {
      run: request(site, member, 'PUT', `/api/users/${member.id}`, { email }),
      check: async () => {
        const rows = await site.sql<{ email: string }>(
          `select email from mail_links where user_id = $1 and email = $2 and purpose = 'email_change'
           union all select email from users where id = $1 and email = $2`,
          member.id,
          email,
        )
        return rows.length > 0 ? [] : ['the new address is neither set nor waits for its confirmation']
      },
    }
  },
}

const enableFactor: Action = {
  name: 'enable a factor',
  again: [400],
  async prepare(site) {
    const member = await site.signUp()
    const { email, password } = member
    const browser = createBrowser(site, member)
    const enroll = async () => (await browser.auth<{ secret: string }>('factors/enroll', { password })).body.secret
    let secret = await enroll()
    let isRepeated = false
    return {
      /** Enabling renews the session, so a person whose session ended on the way signs in and begins again. */
      async run() {
        const response = await browser.auth('factors/verify', { code: totpCode(secret) })
        if (!isRepeated || response.status !== 401) {
          isRepeated = true
          return response
        }
        const signedIn = await browser.auth('sign-in/email', { email, password })
        // The factor was turned on, and only the response was lost.
        if (signedIn.body.twoFactorRedirect) return browser.auth('factors/verify', { code: totpCode(secret) })
        secret = await enroll()
        return browser.auth('factors/verify', { code: totpCode(secret) })
      },
      check: () =>
        expectRow(
          site,
          'select count(*)::int as factors from two_factors where user_id = $1 and verified',
          [member.id],
          { factors: 1 },
        ),
    }
  },
}

const changePassword: Action = {
  name: 'change the password',
  again: [400, 401, 403],
  async prepare(site) {
    const member = await site.signUp()
    const { email, password } = member
    const newPassword = 'a quieter horse'
    const browser = createBrowser(site, member)
    return {
      run: () => browser.auth('change-password', { currentPassword: password, newPassword }),
      check: () => expectPassword(site, email, newPassword),
    }
  },
}

const deleteAccount: Action = {
  name: 'delete an account',
  again: [401],
  async prepare(site) {
    const member = await site.signUp()
    const { id, username } = member
    return {
      run: request(site, member, 'DELETE', `/api/users/${id}`, { username }),
      check: () => expectRow(site, 'select count(*)::int as users from users where id = $1', [id], { users: 0 }),
    }
  },
}

export const accountActions = [
  register,
  confirm,
  askForRecovery,
  recover,
  changeEmail,
  changePassword,
  enableFactor,
  deleteAccount,
]
