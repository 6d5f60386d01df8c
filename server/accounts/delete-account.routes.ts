import { msg } from '@lingui/core/runtime-macro'
import type pg from 'pg'
import { deleteAccount } from '#contract/accounts.ts'
import { requireRecentConfirmation } from '#server/auth/sessions/sessions.queries.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { apiError, notSignedIn } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { recordEvent } from '#server/http/security-events.ts'
import { sessionCookie } from '#server/http/session.ts'
import { requireSelf } from '#server/http/viewer.ts'
import { hideAccount, isLarge, lockAccount, removeAccount } from './delete-account.queries.ts'

type MemberFiles = { removeOwn(ownerId: string): Promise<void> }
type DeleteDeps = { config: Config; db: Db; pool: pg.Pool; uploads: MemberFiles; pdfs: MemberFiles }

export function deleteAccountRoutes(app: App, { config, db, pool, uploads, pdfs }: DeleteDeps) {
  app.route({
    ...route(deleteAccount),
    handler: async (request, reply) => {
      const viewer = requireSelf(request, request.params.id)
      recordEvent(request, { event: 'account-deleted' })
      await requireRecentConfirmation(pool, viewer)
      const isPending = await db.transaction().execute(async (tx) => {
        const user = await lockAccount(tx, viewer.id)
        if (!user || user.deleting_at) throw notSignedIn()
        if (!isSameUsername(user.username, request.body.username))
          throw apiError('invalid_request', msg`This is not your username. Nothing was deleted.`)
        const isTooLarge = await isLarge(tx, viewer.id)
        await (isTooLarge ? hideAccount : removeAccount)(tx, viewer.id)
        return isTooLarge
      })
      for (const files of [uploads, pdfs])
        await files
          .removeOwn(viewer.id)
          .catch((err) =>
            request.log.warn({ err }, 'could not delete the files of a deleted account now; the cleanup job will'),
          )
      reply.header('set-cookie', sessionCookie(config))
      return { success: true as const, isPending }
    },
  })
}

const isSameUsername = (one: string, other: string) => normaliseName(one) === normaliseName(other)
const normaliseName = (name: string) => name.normalize('NFC').toLowerCase()
