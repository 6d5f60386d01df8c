import type pg from 'pg'
import * as contract from '#contract/project-versions.ts'
import { notFound } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { route, sendJson } from '#server/http/route.ts'
import { actingAs, viewerOf } from '#server/http/viewer.ts'
import { listProjectVersions, readProjectVersion } from './project-versions.queries.ts'
import { restoreProjectVersion } from './save-project.ts'

/** The earlier versions of a project, and going back to one. */
export function versionRoutes(app: App, { pool }: { pool: pg.Pool }) {
  app.route({
    ...route(contract.listProjectVersions),
    handler: async (request, reply) => {
      const own = { userId: viewerOf(request).id, projectId: request.params.id }
      const versions = await listProjectVersions(pool, own)
      if (!versions) throw notFound('project')
      return sendJson(reply, `{"versions":${versions}}`)
    },
  })

  app.route({
    ...route(contract.readProjectVersion),
    handler: async (request, reply) => {
      const { id: projectId, version } = request.params
      const found = await readProjectVersion(pool, { userId: viewerOf(request).id, projectId }, version)
      if (!found) throw notFound('version')
      return sendJson(reply, `{"version":${found}}`)
    },
  })

  app.route({
    ...route(contract.restoreProjectVersion),
    handler: async (request, reply) => {
      const viewer = actingAs(request, request.body.userId)
      const { id: projectId, version } = request.params
      const base = request.body.version
      const project = await restoreProjectVersion(pool, { userId: viewer.id, projectId }, { version, base })
      if (!project) throw notFound('version')
      return sendJson(reply, `{"project":${project}}`)
    },
  })
}
