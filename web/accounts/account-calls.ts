import { emailPattern } from '#contract/registration.ts'
import type { Entry } from '#contract/sessions.ts'
import { apiSend } from '#web/api/api.ts'
import { sentenceOf } from '#web/api/error-sentence.ts'

export type Credentials = { identifier: string; password: string }
export type Registration = { email: string; username: string; password: string; bio: string }
type Answer = { user: { id: string } }

/** A refusal in words that are shown as they are. */
export class AccountProblem extends Error {
  readonly field: 'identifier' | undefined
  constructor(sentence: string, field?: 'identifier') {
    super(sentence)
    this.field = field
  }
}

/**
 * Signs in and answers the viewer's id, or nothing when the code of a second factor is still to come.
 * A username is first resolved to something sign-in accepts as an email.
 */
export async function signIn({ identifier, password }: Credentials) {
  const email = await emailFor(identifier.trim())
  return entered(await apiSend<Entry>('POST', '/api/auth/sign-in/email', { email, password }))
}

/** Finishes a sign-in that waits for its code, and answers the viewer's id. */
export async function giveCode(code: string) {
  const { user } = await apiSend<Answer>('POST', '/api/auth/factors/verify', { code })
  await ensureProfile(user.id)
  return user.id
}

/** Sets the password that the link of a recovery mail is for, and signs in as `signIn` does. */
export const resetPassword = async (token: string, newPassword: string) =>
  entered(await apiSend<Entry>('POST', '/api/auth/reset-password', { token, newPassword }))

async function entered(entry: Entry) {
  if ('twoFactorRedirect' in entry) return undefined
  await ensureProfile(entry.user.id)
  return entry.user.id
}

/** Every account has a profile from registration on; if this fails, the next sign-in tries again. */
export const ensureProfile = (id: string) =>
  apiSend('POST', '/api/users/create-profile', { id }).catch(() => undefined)

export const requestPasswordReset = (email: string) =>
  apiSend('POST', '/api/auth/request-password-reset', {
    email: email.trim(),
    redirectTo: '/auth/update-password',
  })

/** Where to send the browser so that the provider signs the person in. */
export async function providerAddress(provider: string) {
  const { url } = await apiSend<{ url: string }>('POST', '/api/auth/sign-in/social', { provider })
  const address = webAddress(url)
  if (!address) throw new TypeError(`${url} is no place to sign in`)
  return address
}

/** The whole of an address that a browser can be sent to; undefined when it is not one of the web. */
export function webAddress(url: string) {
  const address = new URL(url, window.location.href)
  return /^https?:$/.test(address.protocol) ? address.href : undefined
}

async function emailFor(identifier: string) {
  if (emailPattern.test(identifier)) return identifier
  const { email } = await apiSend<{ email: string | null }>('POST', '/api/users/get-email-by-username', {
    username: identifier,
  })
  if (!email) throw new AccountProblem('User not found with this username.', 'identifier')
  return email
}

/** Creates an account with its profile, signed in, and answers the new viewer's id. */
export async function register({ email, username, password, bio }: Registration) {
  const person = { email: email.trim(), username: username.trim(), bio: bio.trim() || null }
  const { valid, errors } = await apiSend<{ valid: boolean; errors: string[] }>(
    'POST',
    '/api/validate-registration',
    { email: person.email, username: person.username },
  )
  if (!valid) throw new AccountProblem(errors.join(' '))
  const { user } = await apiSend<Answer>('POST', '/api/auth/sign-up/email', {
    email: person.email,
    username: person.username,
    name: person.username,
    password,
    ...(person.bio && { bio: person.bio }),
  })
  await createProfile(user.id, person)
  return user.id
}

async function createProfile(id: string, person: { email: string; username: string; bio: string | null }) {
  try {
    await apiSend('POST', '/api/users/create-profile', { id, ...person })
  } catch (error) {
    await signOut().catch(() => undefined)
    throw new AccountProblem(sentenceOf(error, 'Failed to create user profile'))
  }
}

export const signOut = () => apiSend('POST', '/api/auth/sign-out')

/** What to show when a call of this file failed. */
export const accountSentence = (error: unknown) =>
  error instanceof AccountProblem
    ? error.message
    : sentenceOf(error, 'Something went wrong. Please try again.')
