import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import * as contract from '#contract/projects.ts'
import { notesTooLong } from '#contract/projects.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { notFound, tooLargeHandler } from '#server/http/errors.ts'
import type { App } from '#server/http/fastify.ts'
import { newestPosition, pageJson, readCursor } from '#server/http/list-page.ts'
import { route, sendJson } from '#server/http/route.ts'
import { requireSelf, viewerOf } from '#server/http/viewer.ts'
import { listProjects } from './list-projects.queries.ts'
import {
  createProject,
  deleteProject,
  listProjectVersions,
  readProject,
  readProjectVersion,
  toggleProjectCompletion,
} from './projects.queries.ts'
import { restoreProjectVersion, updateProject } from './save-project.ts'

export function projectRoutes(app: App, { pool }: { pool: pg.Pool }) {
  textRoutes(app, { pool })
  versionRoutes(app, { pool })

  app.route({
    ...route(contract.listProjects),
    handler: async (request, reply) => {
      const viewer = requireSelf(request, request.params.id)
      const { state, limit, cursor, brief } = request.query
      const after = readCursor(newestPosition, cursor)
      const isBrief = brief === 'true'
      const { rows, hasMore } = await listProjects(pool, viewer.id, { state, isBrief, limit, after })
      return sendJson(reply, pageJson('projects', rows, limit, hasMore))
    },
  })

  app.route({
    ...route(contract.readProject),
    handler: async (request, reply) => {
      const ref = { userId: viewerOf(request).id, projectId: request.params.id }
      return sendProject(reply, await readProject(pool, ref))
    },
  })

  app.route({
    ...route(contract.toggleProjectCompletion),
    handler: async (request, reply) => {
      const viewer = requireSelf(request, request.body?.userId)
      const ref = { userId: viewer.id, projectId: request.params.id }
      return sendProject(reply, await toggleProjectCompletion(pool, ref, request.body?.completed))
    },
  })

  app.route({
    ...route(contract.deleteProject),
    handler: async (request) => {
      const viewer = requireSelf(request, request.body?.userId)
      const isDeleted = await deleteProject(pool, { userId: viewer.id, projectId: request.params.id })
      if (!isDeleted) throw notFound('project')
      return { success: true as const }
    },
  })
}

function textRoutes(app: App, { pool }: { pool: pg.Pool }) {
  app.route({
    ...route(contract.createProject),
    ...notesBodyOptions,
    handler: async (request, reply) => {
      const viewer = requireSelf(request, request.body.userId)
      const { id, title, notes } = request.body
      return sendProject(reply.code(201), await createProject(pool, viewer.id, { id, title, notes }))
    },
  })

  app.route({
    ...route(contract.updateProject),
    ...notesBodyOptions,
    handler: async (request, reply) => {
      const viewer = requireSelf(request, request.body.userId)
      const { title, notes, version: base, userId: _viewer, ...otherFields } = request.body
      const ref = { userId: viewer.id, projectId: request.params.id }
      const isBrief = request.query.brief === 'true'
      return sendProject(reply, await updateProject(pool, ref, { title, notes, base, isBrief, otherFields }))
    },
  })
}

function sendProject(reply: FastifyReply, project: string | undefined) {
  if (!project) throw notFound('project')
  return sendJson(reply, `{"project":${project}}`)
}

const overheadBytes = 16_384

/** JSON needs up to six bytes per byte of text, as in `\u0007`. */
const bodyLimit = workspaceLimits.projectNotes * 6 + overheadBytes

const notesBodyOptions = { bodyLimit, errorHandler: tooLargeHandler(notesTooLong) }

function versionRoutes(app: App, { pool }: { pool: pg.Pool }) {
  app.route({
    ...route(contract.listProjectVersions),
    handler: async (request, reply) => {
      const ref = { userId: viewerOf(request).id, projectId: request.params.id }
      const versions = await listProjectVersions(pool, ref)
      if (!versions) throw notFound('project')
      return sendJson(reply, `{"versions":${versions}}`)
    },
  })

  app.route({
    ...route(contract.readProjectVersion),
    handler: async (request, reply) => {
      const { id: projectId, version } = request.params
      const versionJson = await readProjectVersion(pool, { userId: viewerOf(request).id, projectId }, version)
      if (!versionJson) throw notFound('version')
      return sendJson(reply, `{"version":${versionJson}}`)
    },
  })

  app.route({
    ...route(contract.restoreProjectVersion),
    handler: async (request, reply) => {
      const viewer = requireSelf(request, request.body.userId)
      const { id: projectId, version } = request.params
      const base = request.body.version
      const project = await restoreProjectVersion(pool, { userId: viewer.id, projectId }, { version, base })
      if (!project) throw notFound('version')
      return sendJson(reply, `{"project":${project}}`)
    },
  })
}
