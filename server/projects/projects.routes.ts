import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import {
  createProject as begin,
  listProjects as list,
  readProject,
  deleteProject as remove,
  toggleProjectCompletion as toggle,
} from '#contract/projects.ts'
import { newestPlace, readCursor } from '../http/cursor.ts'
import { notFound } from '../http/errors.ts'
import type { App } from '../http/fastify.ts'
import { sendJson } from '../http/json.ts'
import { pageJson } from '../http/list-page.ts'
import { route } from '../http/route.ts'
import { actingAs, viewerOf } from '../http/viewer.ts'
import { createProject } from './create-project.queries.ts'
import { roomForNotes } from './notes-limit.ts'
import { deleteProject, findProject, listProjects, toggleProjectCompletion } from './projects.queries.ts'
import { versionRoutes } from './versions.routes.ts'

export function projectRoutes(app: App, { pool }: { pool: pg.Pool }) {
  versionRoutes(app, { pool })

  app.route({
    ...route(list),
    handler: async (request, reply) => {
      const viewer = actingAs(request, request.params.id)
      const { state, limit, cursor } = request.query
      const after = readCursor(newestPlace, cursor)
      const rows = await listProjects(pool, viewer.id, { state, limit, after })
      return sendJson(reply, pageJson('projects', rows, limit))
    },
  })

  app.route({
    ...route(begin),
    ...roomForNotes,
    handler: async (request, reply) => {
      const viewer = actingAs(request, request.body.userId)
      const { id, title, notes } = request.body
      return sendProject(reply.code(201), await createProject(pool, viewer.id, { id, title, notes }))
    },
  })

  app.route({
    ...route(readProject),
    handler: async (request, reply) => {
      const own = { userId: viewerOf(request).id, projectId: request.params.id }
      return sendProject(reply, await findProject(pool, own))
    },
  })

  app.route({
    ...route(toggle),
    handler: async (request, reply) => {
      const viewer = actingAs(request, request.body?.userId)
      const own = { userId: viewer.id, projectId: request.params.id }
      return sendProject(reply, await toggleProjectCompletion(pool, own, request.body?.completed))
    },
  })

  app.route({
    ...route(remove),
    handler: async (request) => {
      const viewer = actingAs(request, request.body?.userId)
      const isGone = await deleteProject(pool, { userId: viewer.id, projectId: request.params.id })
      if (!isGone) throw notFound('project')
      return { success: true as const }
    },
  })
}

function sendProject(reply: FastifyReply, project: string | undefined) {
  if (!project) throw notFound('project')
  return sendJson(reply, `{"project":${project}}`)
}
