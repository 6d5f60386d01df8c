import { msg } from '@lingui/core/runtime-macro'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { adminUpdateEmail, directUpdateEmail, updateUser } from '#contract/accounts.ts'
import { changeEmail } from '#server/auth/recovery/change-email.ts'
import { requireRecentConfirmation } from '#server/auth/sessions/sessions.queries.ts'
import { ensureProfile } from '#server/auth/user.queries.ts'
import { readUser } from '#server/creators/profile.queries.ts'
import type { Db } from '#server/db/connection.ts'
import { apiError, notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import type { Limits } from '#server/http/rate-limits.ts'
import { route, sendJson } from '#server/http/route.ts'
import { recordEvent } from '#server/http/security-events.ts'
import { requireSelf, type SessionViewer, viewerOf } from '#server/http/viewer.ts'
import { findViewer } from './accounts.queries.ts'
import { newUsernameProblem, rename, updateProfile, updateSearchIndex } from './update-user.queries.ts'

type UpdateDeps = { db: Db; limits: Limits; pool: pg.Pool }

export function updateUserRoutes(app: App, { db, limits, pool }: UpdateDeps) {
  app.route({
    ...route(updateUser),
    handler: async (request, reply) => {
      const viewer = requireSelf(request, request.params.id)
      const { username, email, ...profile } = request.body
      const newName = username === undefined ? undefined : await validateNewName(viewer, username)
      if (email !== undefined) await assertCanChangeEmail(request, email)
      await db.transaction().execute(async (tx) => {
        await ensureProfile(tx, viewer.id, null)
        if (email !== undefined) await changeEmail(tx, viewer, email.toLowerCase())
        await updateProfile(tx, viewer.id, profile)
        if (newName !== undefined) await rename(tx, viewer.id, newName)
        await updateSearchIndex(tx, viewer.id, request.body)
      })
      const user = await readUser(pool, viewer, viewer.id)
      if (!user) throw notFound('creator')
      return sendJson(reply, `{"user":${user}}`)
    },
  })

  for (const endpoint of [adminUpdateEmail, directUpdateEmail]) {
    app.route({
      ...route(endpoint),
      handler: async (request) => {
        const viewer = requireSelf(request, request.body.userId)
        const newEmail = request.body.newEmail.toLowerCase()
        await assertCanChangeEmail(request, newEmail)
        const isChanged = await db.transaction().execute((tx) => changeEmail(tx, viewer, newEmail))
        if (!isChanged) throw apiError('nothing_to_change', msg`Email address is already set to this value.`)
        return { success: true as const, user: { id: viewer.id, email: newEmail } }
      },
    })
  }

  /** An unchanged name is not validated again, as it may predate the current rules. */
  async function validateNewName(viewer: SessionViewer, username: string) {
    if ((await findViewer(pool, viewer.id))?.username === username) return undefined
    const problem = newUsernameProblem(username)
    if (problem) throw apiError('invalid_request', problem)
    return username
  }

  /** Keeping the current address is always allowed. Any other requires a fresh sign-in and is rate-limited. */
  async function assertCanChangeEmail(request: FastifyRequest, email: string) {
    const viewer = viewerOf(request)
    if ((await findViewer(pool, viewer.id))?.email === email.toLowerCase()) return
    recordEvent(request, { event: 'email-change' })
    await requireRecentConfirmation(pool, viewer)
    await limits.consume('email-change', viewer.id)
    await limits.consume('confirmation-email', email.toLowerCase())
  }
}
