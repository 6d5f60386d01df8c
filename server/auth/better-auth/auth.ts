import { betterAuth, type User } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { jwt, twoFactor } from 'better-auth/plugins'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import * as limits from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { cookiePrefix, isSecure } from '#server/http/cookies.ts'
import type { Limits } from '#server/http/rate-limits.ts'
import { syncTwoFactorFlag } from '../factors/factors.queries.ts'
import { hashedCodes } from '../factors/recovery-codes.ts'
import { hashPassword, verifyUnlessVerified } from '../passwords/passwords.ts'
import { initialApproval, markUserCreated, signUpGate } from '../sign-ups/sign-up-gate.ts'
import { findUser, isEmailFree } from '../user.queries.ts'
import { userOfHandle } from '../usernames/login-handle.ts'
import { withSuggestedUsername, withUsername } from '../usernames/username-rules.ts'
import { type Provider, providerOptions } from './providers.ts'
import { secretOptions } from './secrets.ts'

export type Auth = ReturnType<typeof createAuth>
type AuthDeps = { config: Config; db: Db; providers?: Provider[] }

/** Better Auth with our own tables. Sessions, mails, recovery and rate limits are our own code. */
export function createAuth({ config, db, providers = [] }: AuthDeps) {
  return betterAuth({
    appName: 'Foldout',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    ...secretOptions(config),
    database: { db: db as unknown as Kysely<unknown>, type: 'postgres', transaction: true },
    ...tables,
    user: { ...tables.user, validateUserInfo: signUpGate({ config, db }) },
    session: { ...tables.session, expiresIn: limits.sessionDays * 86_400 },
    account: { ...tables.account, updateAccountOnSignIn: false, accountLinking: accountLinking(providers) },
    emailAndPassword,
    socialProviders: providerOptions.social(providers),
    plugins: [secondFactorPlugin(config, db), accessTokenPlugin(), ...providerOptions.plugins(providers)],
    hooks: { before: handleToEmail(config.secrets, db) },
    databaseHooks: { user: newUsers(config, db), account: newAccounts },
    onAPIError: { errorURL: '/auth/callback?type=oauth' },
    advanced: {
      database: { generateId: false },
      ipAddress: { disableIpTracking: true },
      ...cookieOptions(config),
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
}

const emailAndPassword = {
  enabled: true,
  autoSignIn: true,
  minPasswordLength: limits.passwordMin,
  // The contract checks the length. The password as entered can be longer than its normalised form.
  maxPasswordLength: limits.passwordMax * 4,
  password: { hash: hashPassword, verify: verifyUnlessVerified },
}

/** An address at a provider does not grant access to an account: members link providers in settings. */
const accountLinking = (providers: Provider[]) => ({
  enabled: true,
  disableImplicitLinking: true,
  allowDifferentEmails: true,
  trustedProviders: providers.map(({ id }) => id),
})

/** Cookies are httpOnly and SameSite=Lax. On https a `__Host-` name binds them to this host. */
const cookieOptions = (config: Config) => ({
  cookiePrefix: cookiePrefix(config),
  useSecureCookies: false,
  defaultCookieAttributes: { secure: isSecure(config), httpOnly: true, sameSite: 'lax' as const, path: '/' },
})

const secondFactorPlugin = (config: Config, db: Db) =>
  requireVerifiedFactor(
    twoFactor({
      issuer: 'Foldout',
      allowPasswordless: true,
      schema: factorTables,
      backupCodeOptions: { customBackupCodesGenerate: () => [], storeBackupCodes: hashedCodes(config) },
    }),
    db,
  )

type AfterSignIn = Parameters<ReturnType<typeof twoFactor>['hooks']['after'][0]['handler']>[0] & {
  context: { newSession: { user: { id: string; twoFactorEnabled?: boolean } } | null }
}

/**
 * Better Auth requires the second factor after passwords only. We require it after providers too. If turning it on broke
 * off, it can be required without being there. Then a sign-in needs none.
 */
function requireVerifiedFactor(plugin: ReturnType<typeof twoFactor>, db: Db) {
  for (const hook of plugin.hooks.after) {
    const { matcher, handler } = hook
    hook.matcher = (context) => matcher(context) || context.path === '/callback/:id'
    const checkFirst = async (context: AfterSignIn) => {
      const user = context.context.newSession?.user
      if (user?.twoFactorEnabled) user.twoFactorEnabled = await syncTwoFactorFlag(db, user.id)
      return handler(context)
    }
    hook.handler = Object.assign(checkFirst, handler)
  }
  return plugin
}

export const tokenLifetime = 900

const accessTokenPlugin = () =>
  jwt({
    disableSettingJwtHeader: true,
    schema: keyTable,
    jwt: { expirationTime: `${tokenLifetime}s` },
    jwks: { rotationInterval: 90 * 86_400, gracePeriod: 86_400 },
  })

const handleToEmail = (secrets: string[], db: Db) =>
  createAuthMiddleware(async (context) => {
    if (context.path !== '/sign-in/email') return
    const userId = userOfHandle(secrets, String(context.body?.email ?? ''))
    if (!userId) return
    const user = await findUser(db, userId)
    return { context: { body: { ...context.body, email: user?.email ?? context.body.email } } }
  })

const newUsers = (config: Config, db: Db) => ({
  create: {
    before: async (user: User, context: { path?: string } | null) => {
      if (context?.path === '/sign-up/email') return { data: { ...withUsername(user), ...initialApproval(config) } }
      await rejectTakenEmail(db, user.email)
      return { data: { ...withSuggestedUsername(user), ...initialApproval(config) } }
    },
    after: markUserCreated,
  },
})

/** Better Auth checks only addresses in use. A recently changed address is reserved too. */
async function rejectTakenEmail(db: Db, email: string) {
  if (await isEmailFree(db, email.toLowerCase())) return
  throw new APIError('UNPROCESSABLE_ENTITY', { code: 'USER_ALREADY_EXISTS', message: 'User already exists' })
}

/** We never act for members at their provider, so we store no tokens. */
const noTokens = { accessToken: null, refreshToken: null, idToken: null }
const withoutTokens = async (account: object) => ({ data: { ...account, ...noTokens } })
const newAccounts = { create: { before: withoutTokens }, update: { before: withoutTokens } }

/** Maps Better Auth's fields to columns in snake case. */
const tables = {
  user: {
    modelName: 'users',
    fields: snake('emailVerified', 'createdAt', 'updatedAt'),
    additionalFields: {
      username: { type: 'string', required: true, input: true },
      usernameKey: { type: 'string', required: false, input: false, fieldName: 'username_key' },
      confirmedEmail: { type: 'string', required: false, input: false, fieldName: 'confirmed_email' },
      awaitingSince: { type: 'date', required: false, input: false, fieldName: 'awaiting_since' },
      bio: { type: 'string', required: false, input: true },
    },
  },
  session: {
    modelName: 'sessions',
    fields: snake('userId', 'expiresAt', 'ipAddress', 'userAgent', 'createdAt', 'updatedAt'),
  },
  account: {
    modelName: 'accounts',
    fields: snake(
      'userId',
      'accountId',
      'providerId',
      'accessToken',
      'refreshToken',
      'idToken',
      'accessTokenExpiresAt',
      'refreshTokenExpiresAt',
      'createdAt',
      'updatedAt',
    ),
  },
  verification: { modelName: 'verifications', fields: snake('expiresAt', 'createdAt', 'updatedAt') },
} as const

const factorTables = {
  user: { fields: snake('twoFactorEnabled') },
  twoFactor: {
    modelName: 'two_factors',
    fields: snake('userId', 'backupCodes', 'failedVerificationCount', 'lockedUntil'),
  },
} as const

const keyTable = {
  jwks: { modelName: 'jwks', fields: snake('publicKey', 'privateKey', 'createdAt', 'expiresAt') },
} as const

function snake<Name extends string>(...names: Name[]) {
  return Object.fromEntries(
    names.map((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
  ) as { [K in Name]: string }
}

export type AuthDependencies = { auth: Auth; config: Config; db: Db; limits: Limits; pool: pg.Pool }

export type Exchange = { request: FastifyRequest; reply: FastifyReply }
