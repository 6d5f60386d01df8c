import { msg } from '@lingui/core/runtime-macro'
import type { z } from 'zod'
import type * as contract from '#contract/accounts.ts'
import type { Proof } from '#contract/proof-of-work.ts'
import { storeFirstLanguage } from '#server/auth/store-language.ts'
import { apiError } from '#server/http/errors.ts'
import { recordEvent, updateEvent } from '#server/http/security-events.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import type { AuthDependencies, Exchange } from '../better-auth/auth.ts'
import { callBetterAuth } from '../better-auth/call-better-auth.ts'
import { checkNewPassword } from '../passwords/passwords.ts'
import { emailDomainBlocked, isAtBlockedDomain } from '../sign-ups/email-domains.ts'
import { findSignUpError, inviteRejected, withInvite } from '../sign-ups/sign-up-gate.ts'
import { emailTaken, ensureProfile, isEmailFree, isUsernameFree, usernameTaken } from '../user.queries.ts'
import { registrationNameProblem } from '../usernames/username-rules.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { requireProof } from './proof-of-work.ts'

type Registration = z.infer<NonNullable<typeof contract.signUp.body>>

export async function signUp(deps: AuthDependencies, exchange: Exchange, registration: Registration) {
  const { db } = deps
  recordEvent(exchange.request, { event: 'sign-up', factor: 'password', member: undefined })
  const { name = registration.username, invite, proof, ...person } = registration
  await assertCanSignUp(deps, exchange, registration)
  const result = await withRequiredInvite(deps, invite, () => createAccount(deps, exchange, { ...person, name }))
  const signedIn = await completeSignIn(deps, exchange, result)
  updateEvent(exchange.request, { member: signedIn.user.id })
  await db.transaction().execute(async (tx) => {
    await ensureProfile(tx, signedIn.user.id, person.bio)
    await storeFirstLanguage(tx, signedIn.user.id, deps.config, exchange.request)
    await mailAccount(tx, { kind: 'confirm-signup', userId: signedIn.user.id })
  })
  await countSignUp(deps)
  return signedIn
}

/** Better Auth has one error for a name that was just taken and for a database that is busy, full or gone. */
const createAccount = (deps: AuthDependencies, exchange: Exchange, body: NewAccount) =>
  callBetterAuth(deps, exchange, (api, options) => api.signUpEmail({ body, ...options })).catch(async (error) => {
    await assertFree(deps, body)
    throw error
  })

type NewAccount = Pick<Registration, 'username' | 'email' | 'password'> & { name: string }

/** Runs all checks before the account is created. Database constraints decide races. */
async function assertCanSignUp(deps: AuthDependencies, { request }: Exchange, registration: Registration) {
  const { config, db, limits } = deps
  const error = await findSignUpError({ config, db }, registration.invite)
  if (error) throw error
  await requireSignUpProof(deps, registration)
  await limits.consume('registration', request.ip)
  await checkNewPassword(registration.password, registration)
  const nameProblem = registrationNameProblem(registration.username)
  if (nameProblem) throw apiError('invalid_request', nameProblem)
  if (await isAtBlockedDomain(db, registration.email)) throw emailDomainBlocked()
  await assertFree(deps, registration)
}

async function assertFree({ db }: Pick<AuthDependencies, 'db'>, { email, username }: NewAccount | Registration) {
  if (!(await isEmailFree(db, email.toLowerCase()))) throw emailTaken()
  if (!(await isUsernameFree(db, username))) throw usernameTaken()
}

function withRequiredInvite<Result>(
  { config, db }: AuthDependencies,
  code: string | undefined,
  create: () => Promise<Result>,
) {
  if (config.signUps !== 'invite') return create()
  return withInvite(db, code, (invite) => {
    if (!invite) throw inviteRejected(code)
    return create()
  })
}

type Deps = Pick<AuthDependencies, 'config' | 'limits'>
type ProofInput = { email: string; proof?: Proof | undefined }

const bits = 12

const busyMessage = msg`Many accounts are being created right now. Your browser has to do a short calculation first. Please try again.`
const alwaysMessage = msg`Your browser has to do a short calculation before you can register. Please try again.`

async function requireSignUpProof({ config, limits }: Deps, { email, proof }: ProofInput) {
  const { signUpProof } = config
  if (signUpProof === 'off') return
  const isAlways = signUpProof === 'always'
  if (!isAlways && !(await limits.isExhausted('sign-ups', siteKey))) return
  const message = isAlways ? alwaysMessage : busyMessage
  await requireProof({ config, limits }, `sign-up ${email.toLowerCase()}`, { proof, bits, message })
}

const siteKey = 'site'

/** Counts successful sign-ups only. */
export const countSignUp = ({ limits }: Pick<Deps, 'limits'>) => limits.tryConsume('sign-ups', siteKey)
