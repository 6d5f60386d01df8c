import { betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import type { Kysely } from 'kysely'
import { limits } from '#contract/limits.ts'
import { usernameKey, usernameProblem } from '#contract/registration.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connection.ts'
import { sessionDays } from '../http/session.ts'
import { findEmailOfUser } from './accounts.queries.ts'
import { userOfHandle } from './login-handle.ts'
import { hashPassword, verifyPassword } from './password.ts'

export type Auth = ReturnType<typeof createAuth>

/** The header our own server sets from the connection; what a client sends under this name is overwritten. */
export const addressHeader = 'x-foldout-address'

/** Better Auth on our tables: it owns registration, sign-in and sign-out; the API looks sessions up itself. */
export function createAuth({ config, db }: { config: Config; db: Db }) {
  return betterAuth({
    appName: 'Foldout',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: config.secret,
    database: { db: db as unknown as Kysely<unknown>, type: 'postgres', transaction: true },
    trustedOrigins: (request) => sameSite(request),
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: limits.passwordMin,
      maxPasswordLength: limits.passwordMax,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    session: {
      modelName: 'sessions',
      fields: snake('userId', 'expiresAt', 'ipAddress', 'userAgent', 'createdAt', 'updatedAt'),
      expiresIn: sessionDays * 86_400,
    },
    user: {
      modelName: 'users',
      fields: snake('emailVerified', 'createdAt', 'updatedAt'),
      additionalFields: {
        username: { type: 'string', required: true, input: true },
        usernameKey: { type: 'string', required: false, input: false, fieldName: 'username_key' },
        bio: { type: 'string', required: false, input: true },
      },
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
    rateLimit: {
      enabled: config.rateLimits,
      storage: 'database',
      modelName: 'rate_limits',
      fields: snake('lastRequest'),
    },
    databaseHooks: { user: { create: { before: async (user) => ({ data: withUsername(user) }) } } },
    hooks: { before: handleToEmail(config.secret, db) },
    advanced: {
      database: { generateId: false },
      cookiePrefix: 'foldout',
      useSecureCookies: config.publicUrl.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [addressHeader] },
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
}

/** Our column names are the field names in snake case. */
const snake = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(
    names.map((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
  ) as {
    [K in Name]: string
  }

/** A browser's write must come from a page that this very host served. */
function sameSite(request: Request | undefined) {
  const host = request?.headers.get('host')
  return host ? [`http://${host}`, `https://${host}`] : []
}

function withUsername<User extends Record<string, unknown>>(user: User) {
  const username = String(user.username ?? '').trim()
  const problem = usernameProblem(username)
  if (problem) throw new APIError('BAD_REQUEST', { message: problem })
  return { ...user, username, usernameKey: usernameKey(username) }
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
