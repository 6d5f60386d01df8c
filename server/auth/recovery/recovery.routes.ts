import * as contract from '#contract/recovery.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { recordEvent, updateEvent } from '#server/http/security-events.ts'
import { sessionCookie } from '#server/http/session.ts'
import { type SessionViewer, viewerOf } from '#server/http/viewer.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import {
  deleteMailLinks,
  linkExpired,
  lockAndConsumeMailLink,
  passwordPurposes,
} from '../account-mail/mail-links.queries.ts'
import type { AuthDependencies } from '../better-auth/auth.ts'
import { isFactorOn } from '../factors/factors.queries.ts'
import { checkNewPassword, checkOwnPassword, hashPassword, setPassword } from '../passwords/passwords.ts'
import { renewCookie } from '../sessions/complete-sign-in.ts'
import { lockAccountOfSession, revokeAccess } from '../sessions/revoke-access.ts'
import { recordConfirmation, requireRecentConfirmation } from '../sessions/sessions.queries.ts'
import { findUser } from '../user.queries.ts'
import { undoEmailChange } from './change-email.ts'
import { confirmByLink, requestPasswordReset, resetPassword, unlockFactor } from './reset-password.ts'

const success = { success: true as const }

export function recoveryRoutes(app: App, deps: AuthDependencies) {
  app.route({
    ...route(contract.requestPasswordReset),
    handler: async (request) => {
      const { body, ip } = request
      recordEvent(request, { event: 'recovery-requested', member: undefined })
      await requestPasswordReset(deps, ip, body.email)
      return success
    },
  })

  app.route({
    ...route(contract.resetPassword),
    handler: async (request, reply) => resetPassword(deps, { request, reply }, request.body),
  })

  app.route({
    ...route(contract.changePassword),
    handler: async (request, reply) => {
      recordEvent(request, { event: 'password-change', factor: 'password' })
      await changePassword(deps, viewerOf(request), request.body)
      await renewCookie(deps, { request, reply })
      return success
    },
  })

  app.route({
    ...route(contract.verifyEmail),
    handler: async (request) => {
      const { body, ip, viewer } = request
      recordEvent(request, { event: 'email-confirmed', factor: 'mailed link', member: undefined })
      const userId = await verifyEmail(deps, { ip, token: body.token, viewerId: viewer?.id })
      updateEvent(request, { member: userId })
      return { ...success, isSignedIn: viewer?.id === userId }
    },
  })

  app.route({
    ...route(contract.sendVerificationEmail),
    handler: async (request) => {
      await sendVerificationEmail(deps, viewerOf(request).id)
      return success
    },
  })

  app.route({
    ...route(contract.undoEmailChange),
    handler: async (request, reply) => {
      const { body, ip } = request
      recordEvent(request, { event: 'email-change-undone', factor: 'mailed link', member: undefined })
      updateEvent(request, { member: await undoEmailChange(deps, ip, body.token) })
      reply.header('set-cookie', sessionCookie(deps.config))
      return success
    },
  })
}

type Change = { currentPassword: string; newPassword: string }

/** Requires the current password and the second factor, if any. Ends all other access. */
async function changePassword(deps: AuthDependencies, viewer: SessionViewer, change: Change) {
  const { id, sessionId } = viewer
  const isProtected = await isFactorOn(deps.db, id)
  if (isProtected) await requireRecentConfirmation(deps.pool, viewer)
  await checkOwnPassword(deps, id, change.currentPassword)
  await checkNewPassword(change.newPassword, await findUser(deps.db, id))
  const hash = await hashPassword(change.newPassword)
  await deps.db.transaction().execute(async (tx) => {
    await lockAccountOfSession(tx, viewer)
    await setPassword(tx, id, hash)
    await unlockFactor(tx, id)
    await revokeAccess(tx, { userId: id, exceptSessionId: sessionId })
    await deleteMailLinks(tx, id, passwordPurposes)
    if (!isProtected) await recordConfirmation(tx, sessionId)
    await mailAccount(tx, { kind: 'password-changed', userId: id, at: new Date() })
  })
}

async function sendVerificationEmail({ db, limits }: AuthDependencies, userId: string) {
  await limits.consume('verification-mail', userId)
  await db.transaction().execute(async (tx) => {
    const user = await findUser(tx, userId)
    if (!user || user.email_verified) return
    if (user.confirmed_email === null) await mailAccount(tx, { kind: 'confirm-signup', userId })
    else await mailAccount(tx, { kind: 'confirm-new-email', userId, email: user.email })
  })
}

type Confirmation = { ip: string; token: string; viewerId: string | undefined }

async function verifyEmail({ db, limits }: AuthDependencies, { ip, token, viewerId }: Confirmation) {
  await limits.consume('link-address', ip)
  const userId = await db.transaction().execute(async (tx) => {
    const link = await lockAndConsumeMailLink(tx, ['signup', 'email_change'], token)
    return link && (await confirmByLink(tx, link, viewerId))
  })
  if (!userId) throw linkExpired()
  return userId
}
