import type { z } from 'zod'
import type * as contract from '#contract/sessions.ts'
import { refuse } from '#server/http/errors.ts'
import { noteEvent, noteMore } from '#server/http/security-events.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import type { AuthDependencies, Exchange } from '../auth-dependencies.ts'
import { callBetterAuth } from '../better-auth/call-better-auth.ts'
import { ensureProfile } from '../ensure-profile.ts'
import { checkNewPassword } from '../passwords/passwords.ts'
import { emailTaken, isEmailFree, isUsernameFree, usernameTaken } from '../user.queries.ts'
import { registrationNameProblem } from '../usernames/username-rules.ts'
import { completeSignIn } from './complete-sign-in.ts'

type Registration = z.infer<NonNullable<typeof contract.signUp.body>>

/** Makes an account with a profile, signs its person in, and asks them by mail to confirm the address. */
export async function signUp(deps: AuthDependencies, exchange: Exchange, registration: Registration) {
  const { db, limits } = deps
  noteEvent(exchange.request, { event: 'sign-up', factor: 'password', member: undefined })
  const { name = registration.username, ...person } = registration
  await limits.spend('registration', exchange.request.ip)
  await checkNewPassword(person.password, person)
  const nameProblem = registrationNameProblem(person.username)
  if (nameProblem) throw refuse('invalid_request', nameProblem)
  if (!(await isEmailFree(db, person.email.toLowerCase()))) throw emailTaken()
  if (!(await isUsernameFree(db, person.username))) throw usernameTaken()
  const account = { path: '/sign-up/email', body: { ...person, name } }
  const answer = await callBetterAuth(deps, exchange, account)
  const signedIn = await completeSignIn(deps, exchange, answer.user)
  noteMore(exchange.request, { member: signedIn.user.id })
  await db.transaction().execute(async (tx) => {
    await ensureProfile(tx, signedIn.user.id, person.bio)
    await mailAccount(tx, { kind: 'confirm-signup', userId: signedIn.user.id })
  })
  return signedIn
}
