import {
  changePassword,
  requestPasswordReset,
  resetPassword,
  sendVerificationEmail,
  undoEmailChange,
  verifyEmail,
} from '#contract/recovery.ts'
import type { App } from '#server/http/fastify.ts'
import { refuse } from '../../http/errors.ts'
import { route } from '../../http/route.ts'
import { sessionCookie } from '../../http/session.ts'
import { viewerOf } from '../../http/viewer.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import { findMailLink } from '../account-mail/mail-links.queries.ts'
import type { AuthRoom } from '../auth-room.ts'
import { passwordProblem } from '../passwords/common-passwords.ts'
import { isPasswordOf } from '../passwords/password.queries.ts'
import { hashPassword } from '../passwords/password.ts'
import { noteEntry } from '../sessions/entry.ts'
import { challenged } from '../sessions/sessions.routes.ts'
import { findUser } from '../user.queries.ts'
import * as changes from './email-change.queries.ts'
import * as recovery from './recovery.queries.ts'

const done = { success: true as const }
const linkExpired = () => refuse('link_expired', 'This link has expired or was used before.')

export function recoveryRoutes(app: App, { auth, ask, config, db, limits }: AuthRoom) {
  /** The same work whether anybody has this address: a job looks it up, later. */
  app.route({
    ...route(requestPasswordReset),
    handler: async ({ body, ip }) => {
      await limits.spend('recovery-address', ip)
      const email = body.email.toLowerCase()
      if (await limits.tryToSpend('recovery-email', email))
        await db.transaction().execute((tx) => mailAccount(tx, { kind: 'recovery', email }))
      return done
    },
  })

  app.route({
    ...route(resetPassword),
    handler: async (request, reply) => {
      const { token, newPassword } = request.body
      await limits.spend('link-address', request.ip)
      const link = await findMailLink(db, ['recovery'], token)
      const user = link && (await findUser(db, link.userId))
      if (!user) throw linkExpired()
      await refuseWeak(newPassword, user)
      const hash = await hashPassword(newPassword)
      const isReset = await db.transaction().execute((tx) => recovery.resetPassword(tx, token, hash))
      if (!isReset) throw linkExpired()
      const email = (await findUser(db, user.id))?.email ?? user.email
      const body = { email, password: newPassword }
      const told = await ask.ask(auth, request, reply, { path: '/sign-in/email', body, asNobody: true })
      if (told.twoFactorRedirect) return challenged(told)
      await noteEntry({ config, db }, request, reply, user.id)
      return { user: { id: user.id } }
    },
  })

  app.route({
    ...route(changePassword),
    handler: async (request) => {
      const { currentPassword, newPassword } = request.body
      const viewer = viewerOf(request)
      await limits.spend('password', viewer.id)
      if (!(await isPasswordOf(db, viewer.id, currentPassword)))
        throw refuse('wrong_password', 'Current password is incorrect')
      await limits.forgive('password', viewer.id)
      await refuseWeak(newPassword, await findUser(db, viewer.id))
      const hash = await hashPassword(newPassword)
      await db.transaction().execute((tx) => recovery.changePassword(tx, viewer, hash))
      return done
    },
  })

  app.route({
    ...route(verifyEmail),
    handler: async ({ body, ip, viewer }) => {
      await limits.spend('link-address', ip)
      const userId = await db.transaction().execute((tx) => recovery.confirmEmail(tx, body.token))
      if (!userId) throw linkExpired()
      return { ...done, isSignedIn: viewer?.id === userId }
    },
  })

  app.route({
    ...route(sendVerificationEmail),
    handler: async (request) => {
      const viewer = viewerOf(request)
      await limits.spend('verification-mail', viewer.id)
      await db.transaction().execute((tx) => recovery.mailVerification(tx, viewer.id))
      return done
    },
  })

  app.route({
    ...route(undoEmailChange),
    handler: async ({ body, ip }, reply) => {
      await limits.spend('link-address', ip)
      const isUndone = await db.transaction().execute((tx) => changes.undoEmailChange(tx, body.token))
      if (!isUndone) throw linkExpired()
      reply.header('set-cookie', sessionCookie(config))
      return done
    },
  })
}

async function refuseWeak(password: string, person: { username: string; email: string } | undefined) {
  const problem = await passwordProblem(password, person ?? { username: '', email: '' })
  if (problem) throw refuse('invalid_request', problem)
}
