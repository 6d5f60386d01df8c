import { type Actor, recordAction } from '#server/audit/audit.queries.ts'
import type { Tx } from '#server/db/connection.ts'
import { violatedConstraint } from '#server/db/constraint.ts'
import { apiError, joinTexts } from '#server/http/errors.ts'
import { emailTaken, ensureProfile, isEmailFree, isUsernameFree, usernameTaken } from '../user.queries.ts'
import { usernameKey } from '../usernames/username-key.ts'
import { registrationNameProblem } from '../usernames/username-rules.ts'
import { blockedDomainMessage, isAtBlockedDomain } from './email-domains.ts'

type NewMember = { username: string; email: string; actor: Actor }

/** Creates an account without a password. Registration rules apply, SIGN_UPS does not. */
export async function createMember(tx: Tx, { actor, ...input }: NewMember) {
  const member = { username: input.username.trim(), email: input.email.toLowerCase() }
  const problems = await problemsOf(tx, member)
  if (problems.length > 0) throw apiError('invalid_request', problems.reduce(joinTexts))
  const { id: userId } = await insertUser(tx, member)
  await ensureProfile(tx, userId, null)
  await recordAction(tx, { actor, act: 'member created', member_id: userId, subject: `member ${userId}` })
  return { userId, ...member }
}

async function problemsOf(tx: Tx, { username, email }: { username: string; email: string }) {
  const nameProblem = registrationNameProblem(username)
  const problems = [
    nameProblem,
    !nameProblem && !(await isUsernameFree(tx, username)) && usernameTaken().text,
    (await isAtBlockedDomain(tx, email)) && blockedDomainMessage,
    !(await isEmailFree(tx, email)) && emailTaken().text,
  ]
  return problems.filter((problem) => problem !== undefined && problem !== false)
}

async function insertUser(tx: Tx, { username, email }: { username: string; email: string }) {
  try {
    return await tx
      .insertInto('users')
      .values({ username, name: username, username_key: usernameKey(username), email })
      .returning('id')
      .executeTakeFirstOrThrow()
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'users_username_unique') throw usernameTaken()
    throw constraint === 'users_email_unique' ? emailTaken() : error
  }
}
