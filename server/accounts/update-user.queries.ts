import { msg } from '@lingui/core/runtime-macro'
import type { UserChange } from '#contract/accounts.ts'
import { emailPattern } from '#contract/registration.ts'
import { blockedDomainMessage } from '#server/auth/sign-ups/email-domains.ts'
import { isUsernameFree, usernameTaken } from '#server/auth/user.queries.ts'
import { usernameKey } from '#server/auth/usernames/username-key.ts'
import { registrationNameProblem } from '#server/auth/usernames/username-rules.ts'
import type { Tx } from '#server/db/connection.ts'
import { violatedConstraint } from '#server/db/constraint.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import type { ErrorText } from '#server/http/errors.ts'
import { indexCreators } from '#server/search/indexing.ts'

type ProfileChange = Omit<UserChange, 'username' | 'email'>

/** Undefined leaves a field unchanged; null clears it. */
export async function updateProfile(tx: Tx, userId: string, change: ProfileChange) {
  const { name, bio, websiteUrl, contactInfo = {} } = change
  const columns = {
    ...(name !== undefined && { name }),
    ...(bio !== undefined && { bio }),
    ...(websiteUrl !== undefined && { website_url: websiteUrl }),
    ...(contactInfo.email !== undefined && { contact_email: contactInfo.email }),
    ...(contactInfo.website !== undefined && { contact_website: contactInfo.website }),
  }
  if (Object.keys(columns).length === 0) return
  await tx
    .updateTable('profiles')
    .set({ ...columns, updated_at: new Date() })
    .where('user_id', '=', userId)
    .execute()
}

/** Search finds zines by their creator's names. A job updates them, as there can be thousands. */
export async function updateSearchIndex(tx: Tx, userId: string, { username, name, bio }: UserChange) {
  if (username !== undefined || name !== undefined) await enqueueJob(tx, 'index-zines-of', { creatorId: userId })
  if (username !== undefined || name !== undefined || bio !== undefined) await indexCreators(tx, [userId])
}

export async function rename(tx: Tx, userId: string, username: string) {
  if (!(await isUsernameFree(tx, username, userId))) throw usernameTaken()
  try {
    await tx
      .updateTable('users')
      .set({ username, username_key: usernameKey(username), updated_at: new Date() })
      .where('id', '=', userId)
      .execute()
  } catch (error) {
    if (violatedConstraint(error) !== 'users_username_unique') throw error
    throw usernameTaken()
  }
  await tx.updateTable('profiles').set({ updated_at: new Date() }).where('user_id', '=', userId).execute()
}

type Issue = { path: 'email' | 'username'; text: ErrorText }

type RegistrationConflicts = {
  isEmailTaken: boolean
  isUsernameTaken: boolean
  isEmailDomainBlocked: boolean
}

export function registrationProblems(
  { email, username }: { email: string; username: string },
  { isEmailTaken, isUsernameTaken, isEmailDomainBlocked }: RegistrationConflicts,
): Issue[] {
  const checks: [Issue['path'], ErrorText | false | undefined][] = [
    ['email', !emailPattern.test(email) && msg`Please enter a valid email address.`],
    ['email', isEmailDomainBlocked && blockedDomainMessage],
    ['email', isEmailTaken && msg`This email is already registered.`],
    ['username', registrationNameProblem(username)],
    ['username', isUsernameTaken && msg`This username is already taken.`],
  ]
  return checks.flatMap(([path, text]) => (text ? [{ path, text }] : []))
}

export const newUsernameProblem = (username: string) =>
  username === '' ? 'Username cannot be empty' : registrationNameProblem(username)
