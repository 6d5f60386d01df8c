import { msg, t } from '@lingui/core/macro'
import type * as accounts from '#contract/accounts.ts'
import type * as factors from '#contract/factors.ts'
import type * as identities from '#contract/identities.ts'
import type { Proof } from '#contract/proof-of-work.ts'
import type * as recovery from '#contract/recovery.ts'
import { emailPattern } from '#contract/registration.ts'
import type * as sessions from '#contract/sessions.ts'
import { ApiError, call, getUserMessage, type ResponseOf, translatedIssue } from '#web/api/call.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { clearPendingSignOut } from './prepare-sign-out.ts'

const signUp = call<typeof accounts.signUp>('POST', '/api/auth/sign-up/email')
const signIn = call<typeof sessions.signIn>('POST', '/api/auth/sign-in/email')
export const signOut = call<typeof sessions.signOut>('POST', '/api/auth/sign-out')
export const signInWithProvider = call<typeof identities.signInWithProvider>('POST', '/api/auth/sign-in/social')
export const verifyFactor = call<typeof factors.verifyFactor>('POST', '/api/auth/factors/verify')
const resetPassword = call<typeof recovery.resetPassword>('POST', '/api/auth/reset-password')
export const requestPasswordReset = call<typeof recovery.requestPasswordReset>(
  'POST',
  '/api/auth/request-password-reset',
)
export const sendVerificationEmail = call<typeof recovery.sendVerificationEmail>(
  'POST',
  '/api/auth/send-verification-email',
)
const getEmailByUsername = call<typeof accounts.getEmailByUsername>('POST', '/api/users/get-email-by-username')
const validateRegistration = call<typeof accounts.validateRegistration>('POST', '/api/validate-registration')
const createProfile = call<typeof accounts.createProfile>('POST', '/api/users/create-profile')

type RegistrationIssue = ResponseOf<typeof accounts.validateRegistration>['issues'][number]

export type Credentials = { identifier: string; password: string }
export type Registration = { email: string; username: string; password: string; bio: string; invite?: string }

export class AccountProblem extends Error {
  readonly field: 'identifier' | undefined
  constructor(message: string, field?: 'identifier') {
    super(message)
    this.field = field
  }
}

export class RegistrationProblem extends AccountProblem {
  readonly issues: RegistrationIssue[]
  constructor(issues: RegistrationIssue[]) {
    super(issues.map(({ message }) => message).join(' '))
    this.issues = issues
  }
}

/** Returns the viewer's ID, or undefined when a second factor is still needed. */
export async function signInWithPassword({ identifier, password }: Credentials, onProofOfWork: () => void) {
  const credentials = { email: await resolveEmail(identifier.trim()), password }
  return completeSignIn(await withProofOfWork((proof) => signIn({ body: { ...credentials, ...proof } }), onProofOfWork))
}

async function withProofOfWork<Result>(send: (proof?: { proof: Proof }) => Promise<Result>, onProofOfWork: () => void) {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.proof) throw error
    onProofOfWork()
    const { solveProof } = await import('./sign-in/solve-proof.ts')
    return send({ proof: await solveProof(error.proof) })
  }
}

export const proofOfWorkMessage = msg`Checking that you’re not a robot…`

export async function signInWithCode(code: string) {
  const { user } = await verifyFactor({ body: { code } })
  await ensureProfile(user.id)
  return user.id
}

export const resetPasswordAndSignIn = async (token: string, newPassword: string) =>
  completeSignIn(await resetPassword({ body: { token, newPassword } }))

async function completeSignIn(response: sessions.SignInResponse) {
  if ('twoFactorRedirect' in response) return undefined
  await ensureProfile(response.user.id)
  return response.user.id
}

/** If this fails, the next sign-in tries again. */
export const ensureProfile = (id: string) => createProfile({ body: { id } }).catch(() => undefined)

export async function getProviderUrl({ provider, invite }: { provider: string; invite?: string }) {
  const { url } = await signInWithProvider({ body: { provider, ...(invite && { invite }) } })
  const address = webAddress(url)
  if (!address) throw new TypeError(`${url} is not a sign-in provider`)
  clearPendingSignOut()
  return address
}

export function webAddress(url: string) {
  const address = URL.parse(url)
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined
}

async function resolveEmail(identifier: string) {
  if (emailPattern.test(identifier)) return identifier
  const { email } = await getEmailByUsername({ body: { username: identifier } })
  if (!email) throw new AccountProblem(t`User not found with this username.`, 'identifier')
  return email
}

export async function createAccount({ password, ...input }: Registration, onProofOfWork: () => void) {
  const email = input.email.trim()
  const username = input.username.trim()
  const profile = { email, username, bio: input.bio.trim() || null }
  const invite = input.invite && { invite: input.invite }
  const { valid, issues } = await validateRegistration({ body: { email, username, ...invite } })
  if (!valid) throw new RegistrationProblem(issues.map(translatedIssue))
  const body = {
    email,
    username,
    name: username,
    password,
    ...(profile.bio && { bio: profile.bio }),
    ...invite,
  }
  const { user } = await withProofOfWork((proof) => signUp({ body: { ...body, ...proof } }), onProofOfWork).catch(
    toRegistrationProblem,
  )
  await createInitialProfile(user.id, profile)
  return user.id
}

function toRegistrationProblem(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'invite_refused') throw error
  throw new RegistrationProblem([{ path: 'invite', message: error.userMessage }])
}

async function createInitialProfile(id: string, profile: { email: string; username: string; bio: string | null }) {
  try {
    await createProfile({ body: { id, ...profile } })
  } catch (error) {
    await signOut().catch(() => undefined)
    throw new AccountProblem(getUserMessage(error, t`Failed to create user profile`))
  }
}

export const getAccountErrorMessage = (error: unknown) =>
  error instanceof AccountProblem ? error.message : getUserMessage(error, t`Something went wrong. Please try again.`)

export function notifyAccountError(title: string, error: unknown) {
  const description = getAccountErrorMessage(error)
  showToast({ title, description, variant: 'destructive' })
  return description
}

export const notifyLinkSent = (email: string) =>
  showToast({ title: t`Email sent`, description: t`We sent the link to ${email}.` })

/** Shows the same message whether or not an account has this address. */
export const notifyResetSent = () =>
  showToast({
    title: t`Check your inbox.`,
    description: t`If that email's in our system, a reset link is on the way! It may take a few minutes to show up in your inbox.`,
  })
