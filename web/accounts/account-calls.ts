import { emailPattern } from '#contract/registration.ts'
import { apiSend } from '#web/api.ts'
import { sentenceOf } from '#web/error-sentence.ts'

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

/** Signs in and answers the viewer's id. A username is first resolved to something sign-in accepts as an email. */
export async function signIn({ identifier, password }: Credentials) {
  const email = await emailFor(identifier.trim())
  const { user } = await apiSend<Answer>('POST', '/api/auth/sign-in/email', { email, password })
  await ensureProfile(user.id)
  return user.id
}

/** Every account has a profile from registration on; if this fails, the next sign-in tries again. */
const ensureProfile = (id: string) =>
  apiSend('POST', '/api/users/create-profile', { id }).catch(() => undefined)

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
