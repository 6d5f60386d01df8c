import { randomUUID } from 'node:crypto'
import type { Project } from '#contract/projects.ts'
import type { Member, TestApp } from './test-app.ts'

export async function createProject(site: TestApp, as: Member, { title = 'Plans', notes = '' } = {}) {
  const body = { title, notes }
  const response = await site.call<{ project: Project }>({ method: 'POST', path: '/api/projects', body, as })
  if (response.status !== 201) throw new Error(`beginning a project failed: ${response.text}`)
  return response.body.project
}

export type LoggedSession = {
  session: { id: string; duration: number; startedAt: string }
  totalMinutes: number
}

export const logMinutes = (
  site: TestApp,
  as: Member | undefined,
  { projectId, duration = 25, ...more }: { projectId: string; duration?: number; id?: string; startedAt?: string },
) =>
  site.call<LoggedSession>({
    method: 'POST',
    path: '/api/focus-sessions',
    as,
    body: { id: randomUUID(), sessionType: 'focus', projectId, duration, ...more },
  })
