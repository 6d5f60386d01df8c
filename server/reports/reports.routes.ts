import * as contract from '#contract/reports.ts'
import { linkExpired } from '#server/auth/account-mail/mail-links.queries.ts'
import type { Db } from '#server/db/connection.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { createReport, type ReportDeps } from './create-report.ts'
import { type Decision, decide, holdThing } from './decide.ts'
import { findLetter, readLetter, useUpLetter } from './letters.queries.ts'

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
    ...route(contract.readLetter),
    handler: async ({ body, ip }) => {
      await limits.spend('link-address', ip)
      const found = await findLetter(db, body.token)
      const letter = found && (await readLetter(db, found))
      if (!letter) throw linkExpired()
      return { letter }
    },
  })

  app.route({
    ...route(contract.decideByLetter),
    handler: async ({ body: { token, act, reason }, ip }) => {
      await limits.spend('link-address', ip)
      await decideByLetter(db, token, { act, reason })
      return done
    },
  })
}

/** One decision per moderation email, whichever of its links is used. Further attempts are refused. */
const decideByLetter = (db: Db, token: string, decision: Omit<Decision, 'actor'>) =>
  db.transaction().execute(async (tx) => {
    const letter = await findLetter(tx, token)
    if (!letter) throw linkExpired()
    await holdThing(tx, letter)
    if (!(await useUpLetter(tx, letter.id))) throw linkExpired()
    const outcome = await decide(tx, letter, { ...decision, actor: 'letter' })
    if (outcome === 'absent') throw linkExpired()
  })
