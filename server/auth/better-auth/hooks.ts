import type { User } from 'better-auth'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { noteMade, waitsAtFirst } from '../sign-ups/sign-up-gate.ts'
import { findUser, isEmailFree } from '../user.queries.ts'
import { userOfHandle } from '../usernames/login-handle.ts'
import { withUsername, withWishedUsername } from '../usernames/username-of-new-user.ts'

/** Sign-in takes the handle that a username was resolved to in place of the address it stands for. */
export const handleToEmail = (secrets: string[], db: Db) =>
  createAuthMiddleware(async (context) => {
    if (context.path !== '/sign-in/email') return
    const userId = userOfHandle(secrets, String(context.body?.email ?? ''))
    if (!userId) return
    const user = await findUser(db, userId)
    return { context: { body: { ...context.body, email: user?.email ?? context.body.email } } }
  })

/** A new user has the username they asked for, or one like their name at the provider they come from. */
export const newUsers = (config: Config, db: Db) => ({
  create: {
    before: async (user: User, context: { path?: string } | null) => {
      if (context?.path === '/sign-up/email')
        return { data: { ...withUsername(user), ...waitsAtFirst(config) } }
      await refuseTakenEmail(db, user.email)
      return { data: { ...withWishedUsername(user), ...waitsAtFirst(config) } }
    },
    after: noteMade,
  },
})

/** Better Auth knows the addresses that are in use; one that was just left is not free either. */
async function refuseTakenEmail(db: Db, email: string) {
  if (await isEmailFree(db, email.toLowerCase())) return
  throw new APIError('UNPROCESSABLE_ENTITY', { code: 'USER_ALREADY_EXISTS', message: 'User already exists' })
}

/** We never act for somebody at their provider, so we do not keep what would let us. */
const noTokens = { accessToken: null, refreshToken: null, idToken: null }
const withoutTokens = async (account: object) => ({ data: { ...account, ...noTokens } })
export const newAccounts = { create: { before: withoutTokens }, update: { before: withoutTokens } }

/** What is no refusal is for our own handler; Better Auth would print it, with what it was about, and answer 500. */
export function passOn(error: unknown) {
  if (!isAPIError(error)) throw error
}
