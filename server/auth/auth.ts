import { betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import { jwt, twoFactor } from 'better-auth/plugins'
import type { Kysely } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/connection.ts'
import { sessionDays } from '../http/session.ts'
import { findEmailOfUser } from './auth.queries.ts'
import { cookieOptions } from './cookies.ts'
import { recoveryCodes } from './factors/recovery-codes.ts'
import { type Provider, providerOptions } from './identities/providers.ts'
import { hashPassword, verifyPassword } from './passwords/password.ts'
import { isEmailFree } from './recovery/email-change.queries.ts'
import { userOfHandle } from './sessions/login-handle.ts'
import { factorTables, keyTable, tables } from './tables.ts'
import { withUsername, withWishedUsername } from './usernames/username-of-new-user.ts'

export type Auth = ReturnType<typeof createAuth>
type AuthDeps = { config: Config; db: Db; providers?: Provider[] }

/** Access tokens are good for this many seconds. */
export const tokenLifetime = 900

/**
 * Better Auth on our tables: it owns sign-up, sign-in, second factors, signing keys and the dance with providers.
 * The API looks sessions up itself, and what is mailed, recovered and limited is ours.
 */
export function createAuth({ config, db, providers = [] }: AuthDeps) {
  return betterAuth({
    appName: 'Foldout',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: config.secret,
    database: { db: db as unknown as Kysely<unknown>, type: 'postgres', transaction: true },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: limits.passwordMin,
      maxPasswordLength: limits.passwordMax,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    ...tables,
    session: { ...tables.session, expiresIn: sessionDays * 86_400 },
    account: {
      ...tables.account,
      updateAccountOnSignIn: false,
      // Who has somebody's address at a provider does not thereby have their account here: linking is done in settings.
      accountLinking: {
        enabled: true,
        disableImplicitLinking: true,
        allowDifferentEmails: true,
        trustedProviders: providers.map(({ id }) => id),
      },
    },
    socialProviders: providerOptions.social(providers),
    plugins: [
      demandedFromProvidersToo(
        twoFactor({
          issuer: 'Foldout',
          allowPasswordless: true,
          schema: factorTables,
          backupCodeOptions: { customBackupCodesGenerate: recoveryCodes },
        }),
      ),
      jwt({
        disableSettingJwtHeader: true,
        schema: keyTable,
        jwt: { expirationTime: `${tokenLifetime}s` },
        jwks: { rotationInterval: 90 * 86_400, gracePeriod: 86_400 },
      }),
      ...providerOptions.plugins(providers),
    ],
    rateLimit: { enabled: false },
    databaseHooks: {
      user: {
        create: {
          before: async (user, context) => {
            if (context?.path === '/sign-up/email') return { data: withUsername(user) }
            await refuseTakenEmail(db, user.email)
            return { data: withWishedUsername(user) }
          },
        },
      },
      account: {
        create: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
        update: { before: async (account) => ({ data: { ...account, ...noTokens } }) },
      },
    },
    hooks: { before: handleToEmail(config.secret, db) },
    onAPIError: { errorURL: '/auth/callback?type=oauth', onError: passOn },
    advanced: {
      database: { generateId: false },
      ipAddress: { disableIpTracking: true },
      ...cookieOptions(config),
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
}

/** What is no refusal is for our own handler; Better Auth would print it, with what it was about, and answer 500. */
function passOn(error: unknown) {
  if (!isAPIError(error)) throw error
}

/** Better Auth knows the addresses that are in use; one that was just left is not free either. */
async function refuseTakenEmail(db: Db, email: string) {
  if (await isEmailFree(db, email.toLowerCase())) return
  throw new APIError('UNPROCESSABLE_ENTITY', { code: 'USER_ALREADY_EXISTS', message: 'User already exists' })
}

/** We never act for somebody at their provider, so we do not keep what would let us. */
const noTokens = { accessToken: null, refreshToken: null, idToken: null }

/** Better Auth asks for the second factor after a password only; a provider is no less a first factor. */
function demandedFromProvidersToo(plugin: ReturnType<typeof twoFactor>) {
  for (const hook of plugin.hooks.after) {
    const { matcher } = hook
    hook.matcher = (context) => matcher(context) || context.path === '/callback/:id'
  }
  return plugin
}

/** Sign-in takes the handle that a username was resolved to in place of the address it stands for. */
const handleToEmail = (secret: string, db: Db) =>
  createAuthMiddleware(async (context) => {
    if (context.path !== '/sign-in/email') return
    const userId = userOfHandle(secret, String(context.body?.email ?? ''))
    if (!userId) return
    const email = await findEmailOfUser(db, userId)
    return { context: { body: { ...context.body, email: email ?? context.body.email } } }
  })
