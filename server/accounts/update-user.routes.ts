import type pg from 'pg'
import { adminUpdateEmail, directUpdateEmail, updateUser } from '#contract/accounts.ts'
import type { App } from '../app.ts'
import { changeEmail } from '../auth/recovery/recovery.queries.ts'
import { requireRecentConfirmation } from '../auth/sessions/recent.ts'
import type { Db } from '../db/connection.ts'
import { findProfile } from '../db/profile-json.ts'
import { notFound, refuse } from '../http/errors.ts'
import { sendJson } from '../http/json.ts'
import { route } from '../http/route.ts'
import { actingAs, type SessionViewer } from '../http/viewer.ts'
import { findViewer } from './accounts.queries.ts'
import { updateNames, updateProfile } from './update-user.queries.ts'
import { usernameRefusal } from './update-user.rules.ts'

export function updateUserRoutes(app: App, { db, pool }: { db: Db; pool: pg.Pool }) {
  app.route({
    ...route(updateUser),
    handler: async (request, reply) => {
      const viewer = actingAs(request, request.params.id)
      const { username, email, ...profile } = request.body
      const problem = username !== undefined && usernameRefusal(username)
      if (problem) throw refuse('invalid_request', problem)
      if (email !== undefined) await moveTo(viewer, email)
      const outcome = await db.transaction().execute(async (tx) => {
        await updateProfile(tx, viewer.id, profile)
        return updateNames(tx, viewer.id, { username, name: profile.name })
      })
      if (outcome === 'taken') throw refuse('username_taken', 'This username is already taken.')
      const user = await findProfile(pool, viewer.id, viewer.id)
      if (!user) throw notFound('creator')
      return sendJson(reply, `{"user":${user}}`)
    },
  })

  for (const call of [adminUpdateEmail, directUpdateEmail]) {
    app.route({
      ...route(call),
      handler: async (request) => {
        const viewer = actingAs(request, request.body.userId)
        const isChanged = await moveTo(viewer, request.body.newEmail)
        if (!isChanged) throw refuse('invalid_request', 'Email address is already set to this value.')
        return { success: true as const, user: { id: viewer.id, email: request.body.newEmail.toLowerCase() } }
      },
    })
  }

  /** Answers whether the address is another one now. */
  async function moveTo(viewer: SessionViewer, email: string) {
    const newEmail = email.toLowerCase()
    if ((await findViewer(pool, viewer.id))?.email === newEmail) return false
    await requireRecentConfirmation(pool, viewer)
    const outcome = await db.transaction().execute((tx) => changeEmail(tx, viewer.id, newEmail))
    if (outcome === 'taken') throw refuse('email_taken', 'This email is already registered.')
    return outcome === 'changed'
  }
}
