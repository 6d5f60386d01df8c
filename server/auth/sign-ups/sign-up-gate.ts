import { AsyncLocalStorage } from 'node:async_hooks'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { type Refusal, refuse } from '#server/http/errors.ts'
import { isAtBlockedDomain } from './email-domains.ts'
import { giveUseBack, isInviteOpen, takeUse } from './invites.queries.ts'

type SignUps = Pick<Config, 'signUps'>
type Gate = { config: SignUps; db: Db }

const signUpsClosed = () => refuse('sign_ups_closed', 'This site does not accept new accounts right now.')
export const inviteRefused = (code: string | undefined) =>
  refuse('invite_refused', code ? inviteDoesNotWork : inviteNeeded)

/** Why this code does not allow a sign-up. Checked before the email, so that it reveals no accounts. */
export async function signUpRefusal({ config, db }: Gate, code: string | undefined) {
  if (config.signUps === 'closed') return signUpsClosed()
  if (config.signUps !== 'invite') return undefined
  return code && (await isInviteOpen(db, code)) ? undefined : inviteRefused(code)
}

const inviteNeeded = 'An account here needs an invite code. Please enter yours.'
const inviteDoesNotWork =
  'This invite code does not work. It may be mistyped, used up or expired. Please ask the person who gave it to you.'

type Provisioned = { user: { email?: unknown }; source: { action: string; method: string } }

/** Better Auth calls this for every sign-up and link. `error` is a refusal code; existing accounts pass. */
export const signUpGate =
  ({ config, db }: Gate) =>
  async ({ user, source: { action, method } }: Provisioned) => {
    if (action === 'sign-in') return undefined
    const refusal = action === 'create-user' ? refusalOfNew(config) : undefined
    if (refusal) return { error: refusal.code }
    const isTyped = method === 'email-password'
    if (!isTyped && (await isAtBlockedDomain(db, String(user.email ?? '')))) return { error: 'email_refused' }
  }

/** The same check while the account is created, when the invite is already consumed. */
export function refusalOfNew({ signUps }: SignUps): Refusal | undefined {
  if (signUps === 'closed') return signUpsClosed()
  if (signUps === 'invite' && !arrivalUnderWay()?.invite) return inviteRefused(undefined)
}

/** If the site requires approval, a new member waits from the start. */
export const waitsAtFirst = ({ signUps }: SignUps) => ({
  awaitingSince: signUps === 'approval' ? new Date() : null,
})

export async function noteMade() {
  const arrival = arrivalUnderWay()
  if (arrival) arrival.isMade = true
}

type Arrival = { invite: string | undefined; isMade: boolean }

const underWay = new AsyncLocalStorage<Arrival>()

/** Passes the invite of the current sign-up to Better Auth's hooks, which get few arguments. */
const arrivalUnderWay = () => underWay.getStore()

/** Holds one use of an invite during sign-up and refunds it if no account was created. A crash uses it up. */
export async function withInvite<Answer>(
  db: Db,
  code: string | undefined,
  run: (invite: string | undefined) => Promise<Answer>,
) {
  const arrival: Arrival = { invite: code ? await takeUse(db, code) : undefined, isMade: false }
  try {
    return await underWay.run(arrival, () => run(arrival.invite))
  } finally {
    if (arrival.invite && !arrival.isMade) await giveUseBack(db, arrival.invite)
  }
}
