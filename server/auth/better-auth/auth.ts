import { betterAuth } from 'better-auth'
import type { Kysely } from 'kysely'
import * as limits from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { cookiePrefix, isSecure } from '#server/http/cookies.ts'
import { sessionDays } from '#server/http/session.ts'
import { hashPassword, verifyUnlessProven } from '../passwords/passwords.ts'
import { signUpGate } from '../sign-ups/sign-up-gate.ts'
import { handleToEmail, newAccounts, newUsers, passOn } from './hooks.ts'
import { accessTokens, secondFactors } from './plugins.ts'
import { type Provider, providerOptions } from './providers.ts'
import { secretOptions } from './secrets.ts'
import { tables } from './tables.ts'

export type Auth = ReturnType<typeof createAuth>
type AuthDeps = { config: Config; db: Db; providers?: Provider[] }

/**
 * Better Auth on our tables: it owns sign-up, sign-in, second factors, signing keys and the dance with providers.
 * The API looks sessions up itself, and what is mailed, recovered and limited is ours.
 */
export function createAuth({ config, db, providers = [] }: AuthDeps) {
  return betterAuth({
    appName: 'Foldout',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    ...secretOptions(config),
    database: { db: db as unknown as Kysely<unknown>, type: 'postgres', transaction: true },
    ...tables,
    user: { ...tables.user, validateUserInfo: signUpGate({ config, db }) },
    session: { ...tables.session, expiresIn: sessionDays * 86_400 },
    account: { ...tables.account, updateAccountOnSignIn: false, accountLinking: accountLinking(providers) },
    emailAndPassword,
    socialProviders: providerOptions.social(providers),
    plugins: [secondFactors(config), accessTokens(), ...providerOptions.plugins(providers)],
    hooks: { before: handleToEmail(config.secrets, db) },
    databaseHooks: { user: newUsers(config, db), account: newAccounts },
    onAPIError: { errorURL: '/auth/callback?type=oauth', onError: passOn },
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
  // The contract has measured it; what is typed at a sign-in can be longer than what it stands for.
  maxPasswordLength: limits.passwordMax * 4,
  password: { hash: hashPassword, verify: verifyUnlessProven },
}

/** Who has somebody's address at a provider does not thereby have their account here: linking is done in settings. */
const accountLinking = (providers: Provider[]) => ({
  enabled: true,
  disableImplicitLinking: true,
  allowDifferentEmails: true,
  trustedProviders: providers.map(({ id }) => id),
})

/**
 * Every cookie of ours is httpOnly, sent by links but not by other sites' forms (SameSite=Lax), and on https tied
 * to this very host by its `__Host-` name.
 */
const cookieOptions = (config: Config) => ({
  cookiePrefix: cookiePrefix(config),
  useSecureCookies: false,
  defaultCookieAttributes: { secure: isSecure(config), httpOnly: true, sameSite: 'lax' as const, path: '/' },
})
