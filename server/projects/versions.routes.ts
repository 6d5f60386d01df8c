import type pg from 'pg'
import {
  listProjectVersions as list,
  readProjectVersion,
  restoreProjectVersion,
  updateProject,
} from '#contract/projects.ts'
import { notFound } from '../http/errors.ts'
import type { App } from '../http/fastify.ts'
import { sendJson } from '../http/json.ts'
import { route } from '../http/route.ts'
import { actingAs, viewerOf } from '../http/viewer.ts'
import { roomForNotes } from './notes-limit.ts'
import { restore, save } from './save-project.ts'
import { findProjectVersion, listProjectVersions } from './versions.queries.ts'

/** What makes versions of a project, and what shows them. */
export function versionRoutes(app: App, { pool }: { pool: pg.Pool }) {
  app.route({
    ...route(updateProject),
    ...roomForNotes,
    handler: async (request, reply) => {
      const viewer = actingAs(request, request.body.userId)
      const { title, notes, version: base } = request.body
      const own = { userId: viewer.id, projectId: request.params.id }
      const isBrief = request.query.brief === 'true'
      const project = await save(pool, own, { title, notes, base, isBrief })
      if (!project) throw notFound('project')
      return sendJson(reply, `{"project":${project}}`)
    },
  })

  app.route({
    ...route(list),
    handler: async (request, reply) => {
      const own = { userId: viewerOf(request).id, projectId: request.params.id }
      const versions = await listProjectVersions(pool, own)
      if (!versions) throw notFound('project')
      return sendJson(reply, `{"versions":${versions}}`)
    },
  })

  app.route({
    ...route(readProjectVersion),
    handler: async (request, reply) => {
      const { id: projectId, version } = request.params
      const found = await findProjectVersion(pool, { userId: viewerOf(request).id, projectId }, version)
      if (!found) throw notFound('version')
      return sendJson(reply, `{"version":${found}}`)
    },
  })

  app.route({
    ...route(restoreProjectVersion),
    handler: async (request, reply) => {
      const viewer = actingAs(request, request.body.userId)
      const { id: projectId, version } = request.params
      const base = request.body.version
      const project = await restore(pool, { userId: viewer.id, projectId }, { version, base })
      if (!project) throw notFound('version')
      return sendJson(reply, `{"project":${project}}`)
    },
  })
}
