import * as contract from '#contract/reports.ts'
import { linkExpired } from '#server/auth/account-mail/mail-links.queries.ts'
import type { App } from '#server/http/fastify.ts'
import { route } from '#server/http/route.ts'
import { createReport, type ReportDeps } from './create-report.ts'
import { decideByLetter } from './decide-by-letter.ts'
import { findLetter } from './letters.queries.ts'
import { readLetter } from './read-letter.ts'

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
