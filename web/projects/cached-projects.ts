import type { QueryClient } from '@tanstack/react-query'
import type { Project, ProjectTicket } from '#contract/projects.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { type ProjectState, projectsQuery, refreshProjects } from '#web/api/project-lists.ts'
import { projectQuery } from './project-calls.ts'

const states = ['active', 'finished'] as const

/** Shows a project as the server has just answered it: on top of its list, and nowhere else. Then reads them again. */
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
  queries.removeQueries({ queryKey: projectQuery(id).queryKey, type: 'inactive' })
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
