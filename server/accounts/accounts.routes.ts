import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { createProfile, getEmailByUsername, readUsage, readViewer, validateRegistration } from '#contract/accounts.ts'
import { memberShelves, memberZines } from '#contract/limits.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { isAtBlockedDomain } from '#server/auth/sign-ups/email-domains.ts'
import { findSignUpError } from '#server/auth/sign-ups/sign-up-gate.ts'
import { ensureProfile, isEmailFree, isUsernameFree } from '#server/auth/user.queries.ts'
import { handleOfUser } from '#server/auth/usernames/login-handle.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { issueIn, notSignedIn } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { acceptedLanguage } from '#server/http/negotiate-language.ts'
import type { Limits } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { requireSelf, viewerOf } from '#server/http/viewer.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { readStoredMedia } from '#server/media/open-uploads.queries.ts'
import { countUsage, findUserByUsername, findViewer } from './accounts.queries.ts'
import { registrationProblems } from './update-user.queries.ts'

type AccountDeps = { config: Config; db: Db; limits: Limits; pool: pg.Pool }

export function accountRoutes(app: App, { config, db, limits, pool }: AccountDeps) {
  app.route({
    ...route(readViewer),
    handler: async ({ viewer, readPool }) => ({
      user: viewer && {
        ...(await requireViewerRow(viewer.id, readPool)),
        analyticsId: analyticsId(config, viewer.id),
      },
    }),
  })

  app.route({
    ...route(getEmailByUsername),
    handler: async ({ body, ip }) => {
      await limits.consume('username-look-up', ip)
      const user = await findUserByUsername(db, body.username)
      return { email: user ? handleOfUser(config.secret, user.id) : null }
    },
  })

  app.route({
    ...route(validateRegistration),
    handler: async (request) => {
      const { body, ip } = request
      await limits.consume('registration-check', ip)
      const error = await findSignUpError({ config, db }, body.invite)
      const problems = error
        ? [{ path: 'invite' as const, text: error.text }]
        : registrationProblems(body, {
            isEmailTaken: !(await isEmailFree(db, body.email.toLowerCase())),
            isUsernameTaken: !(await isUsernameFree(db, body.username)),
            isEmailDomainBlocked: await isAtBlockedDomain(db, body.email),
          })
      const language = acceptedLanguage(request)
      const issues = problems.map(({ path, text }) => issueIn(language, path, text))
      return { valid: issues.length === 0, errors: issues.map(({ message }) => message), issues }
    },
  })

  app.route({
    ...route(createProfile),
    handler: async (request) => {
      const viewer = requireSelf(request, request.body.id)
      await db.transaction().execute((tx) => ensureProfile(tx, viewer.id, request.body.bio))
      const user = await requireViewerRow(viewer.id)
      return { user: { id: user.id, username: user.username } }
    },
  })

  app.route({
    ...route(readUsage),
    handler: async (request) => {
      const { id } = viewerOf(request)
      const [storage, counts] = await Promise.all([readStoredMedia(db, id), countUsage(pool, id)])
      return {
        bytes: { used: storage.bytes, most: Math.floor(config.memberQuotaMb * bytesPerMb) },
        zines: { used: counts.zines, most: memberZines },
        projects: { used: counts.projects, most: workspaceLimits.memberProjects },
        texts: { used: counts.texts, most: workspaceLimits.memberTexts },
        focusSessions: { used: counts.focusSessions, most: workspaceLimits.memberSessions },
        shelves: { used: counts.shelves, most: memberShelves },
      }
    },
  })

  async function requireViewerRow(userId: string, readPool = pool) {
    const user = await findViewer(readPool, userId)
    if (!user) throw notSignedIn()
    return user
  }
}

/** A stable analytics id for a member. It cannot be traced back to the account. */
export function analyticsId({ analytics, secret }: Config, userId: string) {
  if (!analytics) return undefined
  return createHmac('sha256', secret).update(`analytics:${analytics.key}:${userId}`).digest('base64url')
}
