import { createHmac } from 'node:crypto'
import type pg from 'pg'
import {
  createProfile,
  getEmailByUsername,
  readUsage,
  readViewer,
  validateRegistration,
} from '#contract/accounts.ts'
import { memberShelves, memberZines } from '#contract/limits.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { isAtBlockedDomain } from '#server/auth/sign-ups/email-domains.ts'
import { signUpRefusal } from '#server/auth/sign-ups/sign-up-gate.ts'
import { ensureProfile, isEmailFree, isUsernameFree } from '#server/auth/user.queries.ts'
import { handleOfUser } from '#server/auth/usernames/login-handle.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { notSignedIn } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import type { Limits } from '#server/http/limit.ts'
import { route } from '#server/http/route.ts'
import { actingAs, viewerOf } from '#server/http/viewer.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { readKeptMedia } from '#server/media/open-uploads.queries.ts'
import { countOwn, findUserByUsername, findViewer } from './accounts.queries.ts'
import { registrationProblems } from './update-user.queries.ts'

type AccountDeps = { config: Config; db: Db; limits: Limits; pool: pg.Pool }

export function accountRoutes(app: App, { config, db, limits, pool }: AccountDeps) {
  app.route({
    ...route(readViewer),
    handler: async ({ viewer, reads }) => ({
      user: viewer && { ...(await ownUser(viewer.id, reads)), analyticsId: analyticsId(config, viewer.id) },
    }),
  })

  app.route({
    ...route(getEmailByUsername),
    handler: async ({ body, ip }) => {
      await limits.spend('username-look-up', ip)
      const user = await findUserByUsername(db, body.username)
      return { email: user ? handleOfUser(config.secret, user.id) : null }
    },
  })

  app.route({
    ...route(validateRegistration),
    handler: async ({ body, ip }) => {
      await limits.spend('registration-check', ip)
      const refusal = await signUpRefusal({ config, db }, body.invite)
      const issues = refusal
        ? [{ path: 'invite' as const, message: refusal.message }]
        : registrationProblems(body, {
            emailTaken: !(await isEmailFree(db, body.email.toLowerCase())),
            usernameTaken: !(await isUsernameFree(db, body.username)),
            emailRefused: await isAtBlockedDomain(db, body.email),
          })
      return { valid: issues.length === 0, errors: issues.map(({ message }) => message), issues }
    },
  })

  app.route({
    ...route(createProfile),
    handler: async (request) => {
      const viewer = actingAs(request, request.body.id)
      await db.transaction().execute((tx) => ensureProfile(tx, viewer.id, request.body.bio))
      const user = await ownUser(viewer.id)
      return { user: { id: user.id, username: user.username } }
    },
  })

  app.route({
    ...route(readUsage),
    handler: async (request) => {
      const { id } = viewerOf(request)
      const [kept, own] = await Promise.all([readKeptMedia(db, id), countOwn(pool, id)])
      return {
        bytes: { used: kept.bytes, most: Math.floor(config.memberQuotaMb * bytesPerMb) },
        zines: { used: own.zines, most: memberZines },
        projects: { used: own.projects, most: workspaceLimits.memberProjects },
        texts: { used: own.texts, most: workspaceLimits.memberTexts },
        focusSessions: { used: own.focusSessions, most: workspaceLimits.memberSessions },
        shelves: { used: own.shelves, most: memberShelves },
      }
    },
  })

  async function ownUser(userId: string, from = pool) {
    const user = await findViewer(from, userId)
    if (!user) throw notSignedIn()
    return user
  }
}

/** A stable analytics id for a member. It cannot be traced back to the account. */
export function analyticsId({ analytics, secret }: Config, userId: string) {
  if (!analytics) return undefined
  return createHmac('sha256', secret).update(`analytics:${analytics.key}:${userId}`).digest('base64url')
}
