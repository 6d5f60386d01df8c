import * as contract from '#contract/reports.ts'
import { linkExpired } from '#server/auth/account-mail/mail-links.queries.ts'
import type { Db } from '#server/db/connection.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { createReport, type ReportDeps } from './create-report.ts'
import { decideOnTarget, lockTarget, type ReportDecision } from './decide-on-target.ts'
import { consumeModerationEmail, findModerationEmail, readModerationEmail } from './moderation-emails.queries.ts'

const done = { success: true as const }

export function reportRoutes(app: App, deps: ReportDeps) {
  const { db, limits } = deps

  app.route({
    ...route(contract.createReport),
    handler: async ({ body, ip, viewer }, reply) => {
      await createReport(deps, body, { ip, viewerId: viewer?.id })
      return reply.code(202).send(done)
    },
  })

  app.route({
    ...route(contract.readModerationEmail),
    handler: async ({ body, ip }) => {
      await limits.consume('link-address', ip)
      const openEmail = await findModerationEmail(db, body.token)
      const email = openEmail && (await readModerationEmail(db, openEmail))
      if (!email) throw linkExpired()
      return { email }
    },
  })

  app.route({
    ...route(contract.decideByEmail),
    handler: async ({ body: { token, act, reason }, ip }) => {
      await limits.consume('link-address', ip)
      await decideByEmail(db, token, { act, reason })
      return done
    },
  })
}

/** One decision per moderation email, whichever of its links is used. Further attempts are refused. */
const decideByEmail = (db: Db, token: string, decision: Omit<ReportDecision, 'actor'>) =>
  db.transaction().execute(async (tx) => {
    const email = await findModerationEmail(tx, token)
    if (!email) throw linkExpired()
    await lockTarget(tx, email)
    if (!(await consumeModerationEmail(tx, email.id))) throw linkExpired()
    const outcome = await decideOnTarget(tx, email, { ...decision, actor: 'email' })
    if (outcome === 'absent') throw linkExpired()
  })
