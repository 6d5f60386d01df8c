import { AsyncLocalStorage } from 'node:async_hooks'
import { msg } from '@lingui/core/runtime-macro'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { type ApiError, apiError } from '#server/http/errors.ts'
import { isAtBlockedDomain } from './email-domains.ts'
import { consumeInvite, isInviteOpen, refundInvite } from './invites.queries.ts'

type SignUps = Pick<Config, 'signUps'>
type GateDeps = { config: SignUps; db: Db }

const signUpsClosed = () => apiError('sign_ups_closed', msg`This site does not accept new accounts right now.`)
export const inviteRejected = (code: string | undefined) =>
  apiError('invite_refused', code ? inviteInvalidMessage : inviteNeededMessage)

/** Why this code does not allow a sign-up. Checked before the email, so that it reveals no accounts. */
export async function findSignUpError({ config, db }: GateDeps, code: string | undefined) {
  if (config.signUps === 'closed') return signUpsClosed()
  if (config.signUps !== 'invite') return undefined
  return code && (await isInviteOpen(db, code)) ? undefined : inviteRejected(code)
}

const inviteNeededMessage = msg`An account here needs an invite code. Please enter yours.`
const inviteInvalidMessage = msg`This invite code does not work. It may be mistyped, used up or expired. Please ask the person who gave it to you.`

type ProvisionedUser = { user: { email?: unknown }; source: { action: string; method: string } }

/** Better Auth calls this for every sign-up and link. `error` is a refusal code; existing accounts pass. */
export const signUpGate =
  ({ config, db }: GateDeps) =>
  async ({ user, source: { action, method } }: ProvisionedUser) => {
    if (action === 'sign-in') return undefined
    const error = action === 'create-user' ? newAccountError(config) : undefined
    if (error) return { error: error.code }
    const isPasswordSignUp = method === 'email-password'
    if (!isPasswordSignUp && (await isAtBlockedDomain(db, String(user.email ?? '')))) return { error: 'email_refused' }
  }

/** The same check while the account is created, when the invite is already consumed. */
export function newAccountError({ signUps }: SignUps): ApiError | undefined {
  if (signUps === 'closed') return signUpsClosed()
  if (signUps === 'invite' && !signUpContext()?.invite) return inviteRejected(undefined)
}

/** If the site requires approval, a new member waits from the start. */
export const initialApproval = ({ signUps }: SignUps) => ({
  awaitingSince: signUps === 'approval' ? new Date() : null,
})

export async function markUserCreated() {
  const context = signUpContext()
  if (context) context.isUserCreated = true
}

type SignUpContext = { invite: string | undefined; isUserCreated: boolean }

const signUpStorage = new AsyncLocalStorage<SignUpContext>()

/** Passes the invite of the current sign-up to Better Auth's hooks, which get few arguments. */
const signUpContext = () => signUpStorage.getStore()

/** Holds one use of an invite during sign-up and refunds it if no account was created. A crash uses it up. */
export async function withInvite<Result>(
  db: Db,
  code: string | undefined,
  run: (invite: string | undefined) => Promise<Result>,
) {
  const context: SignUpContext = {
    invite: code ? await consumeInvite(db, code) : undefined,
    isUserCreated: false,
  }
  try {
    return await signUpStorage.run(context, () => run(context.invite))
  } finally {
    if (context.invite && !context.isUserCreated) await refundInvite(db, context.invite)
  }
}
