import type { QueryClient } from '@tanstack/react-query'
import type { ProjectTicket } from '#contract/projects.ts'
import { refreshPaths } from '#web/api/refresh.ts'

export type ProjectState = 'active' | 'finished'
export type ProjectList = { projects: ProjectTicket[]; nextCursor: string | null }

export const projectsPath = (userId: string, state: ProjectState) =>
  `/api/users/${userId}/projects?state=${state}`

/** Reads the lists of somebody's projects again; resolves when what is on the screen has been read. */
export const refreshProjects = (queries: QueryClient, userId: string) =>
  refreshPaths(queries, `/api/users/${userId}/projects`)
