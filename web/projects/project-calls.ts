import type { QueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/projects.ts'
import type { Project, ProjectTicket } from '#contract/projects.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { call } from '#web/api/call.ts'
import { optionalItemQuery } from '#web/api/find-query.ts'
import { type ProjectState, projectsQuery, refreshProjects } from '#web/api/project-lists.ts'
import { itemQuery } from '#web/api/queries.ts'
import { forgetCopy } from '#web/offline/keep-when-idle.ts'

const readProject = call<typeof contract.readProject>('GET', '/api/projects/:id')
export const createProject = call<typeof contract.createProject>('POST', '/api/projects')
export const updateProject = call<typeof contract.updateProject>('PUT', '/api/projects/:id')
export const deleteProject = call<typeof contract.deleteProject>('DELETE', '/api/projects/:id')

export const projectQuery = (id: string) => optionalItemQuery(readProject, { params: { id } })

const states = ['active', 'finished'] as const

export function showProject(queries: QueryClient, project: Project) {
  queries.setQueryData(projectQuery(project.id).queryKey, () => ({ project }))
  const { notes, version, ...rest } = project
  const ticket = { ...rest, excerpt: [...notes].slice(0, workspaceLimits.projectExcerpt).join('') }
  const home = project.completedAt === null ? 'active' : 'finished'
  for (const state of states) {
    patchList(queries, project.userId, state, (projects, isFirst) => [
      ...(state === home && isFirst ? [ticket] : []),
      ...projects.filter(({ id }) => id !== project.id),
    ])
  }
  return refreshProjects(queries, project.userId)
}

export function removeProject(queries: QueryClient, userId: string, id: string) {
  for (const state of states)
    patchList(queries, userId, state, (projects) => projects.filter((project) => project.id !== id))
  const { queryKey } = projectQuery(id)
  queries.removeQueries({ queryKey, type: 'inactive' })
  void forgetCopy(userId, queryKey[0])
  return refreshProjects(queries, userId)
}

type Patch = (projects: ProjectTicket[], isFirst: boolean) => ProjectTicket[]

const patchList = (queries: QueryClient, userId: string, state: ProjectState, patch: Patch) =>
  queries.setQueryData(
    projectsQuery(userId, state).queryKey,
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page, at) => ({ ...page, projects: patch(page.projects, at === 0) })),
      },
  )

export const listProjectVersions = call<typeof contract.listProjectVersions>('GET', '/api/projects/:id/versions')
export const readProjectVersion = call<typeof contract.readProjectVersion>('GET', '/api/projects/:id/versions/:version')

export const versionsQuery = (id: string) => itemQuery(listProjectVersions, { params: { id } })
export const versionQuery = (id: string, version: number) => itemQuery(readProjectVersion, { params: { id, version } })
