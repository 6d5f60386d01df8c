import type * as contract from '#contract/projects.ts'
import { call } from '#web/api/call.ts'
import { findQuery } from '#web/api/find-query.ts'

const readProject = call<typeof contract.readProject>('GET', '/api/projects/:id')
export const createProject = call<typeof contract.createProject>('POST', '/api/projects')
export const updateProject = call<typeof contract.updateProject>('PUT', '/api/projects/:id')
export const deleteProject = call<typeof contract.deleteProject>('DELETE', '/api/projects/:id')

/** A project with its whole text. */
export const projectQuery = (id: string) => findQuery(readProject, { params: { id } })
