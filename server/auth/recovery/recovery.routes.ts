import * as contract from '#contract/recovery.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { noteEvent, noteMore } from '#server/http/security-events.ts'
import { sessionCookie } from '#server/http/session.ts'
import { viewerOf } from '#server/http/viewer.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { renewCookie } from '../sessions/renew-cookie.ts'
import { undoEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { sendVerificationEmail, verifyEmail } from './confirm-email.ts'
import { requestPasswordReset, resetPassword } from './reset-password.ts'

const done = { success: true as const }

export function recoveryRoutes(app: App, deps: AuthDependencies) {
  app.route({
    ...route(contract.requestPasswordReset),
    handler: async (request) => {
      const { body, ip } = request
      noteEvent(request, { event: 'recovery-asked', member: undefined })
      await requestPasswordReset(deps, ip, body.email)
      return done
    },
  })

  app.route({
    ...route(contract.resetPassword),
    handler: async (request, reply) => resetPassword(deps, { request, reply }, request.body),
  })

  app.route({
    ...route(contract.changePassword),
    handler: async (request, reply) => {
      noteEvent(request, { event: 'password-change', factor: 'password' })
      await changePassword(deps, viewerOf(request), request.body)
      await renewCookie(deps, { request, reply })
      return done
    },
  })

  app.route({
    ...route(contract.verifyEmail),
    handler: async (request) => {
      const { body, ip, viewer } = request
      noteEvent(request, { event: 'email-confirmed', factor: 'mailed link', member: undefined })
      const userId = await verifyEmail(deps, ip, body.token)
      noteMore(request, { member: userId })
      return { ...done, isSignedIn: viewer?.id === userId }
    },
  })

  app.route({
    ...route(contract.sendVerificationEmail),
    handler: async (request) => {
      await sendVerificationEmail(deps, viewerOf(request).id)
      return done
    },
  })

  app.route({
    ...route(contract.undoEmailChange),
    handler: async (request, reply) => {
      const { body, ip } = request
      noteEvent(request, { event: 'email-change-undone', factor: 'mailed link', member: undefined })
      noteMore(request, { member: await undoEmailChange(deps, ip, body.token) })
      reply.header('set-cookie', sessionCookie(deps.config))
      return done
    },
  })
}
