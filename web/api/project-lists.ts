import type { QueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/projects.ts'
import { call } from './call.ts'
import { listQuery } from './queries.ts'
import { refreshPaths } from './writes.ts'

export type ProjectState = 'active' | 'finished'

const listProjects = call<typeof contract.listProjects>('GET', '/api/users/:id/projects')

export const projectsQuery = (userId: string, state: ProjectState, limit?: number) =>
  listQuery(listProjects, { params: { id: userId }, query: { state, brief: 'true', limit } })

export const projectsPath = (userId: string) => listProjects.path({ params: { id: userId } })

export const refreshProjects = (queries: QueryClient, userId: string) => refreshPaths(queries, projectsPath(userId))
