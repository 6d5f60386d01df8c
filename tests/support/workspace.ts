import { randomUUID } from 'node:crypto'
import type { Project } from '#contract/projects.ts'
import type { Member, TestApp } from './test-app.ts'

export async function beginProject(site: TestApp, as: Member, { title = 'Plans', notes = '' } = {}) {
  const body = { title, notes }
  const answer = await site.call<{ project: Project }>({ method: 'POST', path: '/api/projects', body, as })
  if (answer.status !== 201) throw new Error(`beginning a project failed: ${answer.text}`)
  return answer.body.project
}

export type Logged = { session: { id: string; duration: number; startedAt: string }; totalMinutes: number }

export const logMinutes = (
  site: TestApp,
  as: Member | undefined,
  {
    projectId,
    duration = 25,
    ...more
  }: { projectId: string; duration?: number; id?: string; startedAt?: string },
) =>
  site.call<Logged>({
    ...{ method: 'POST', path: '/api/focus-sessions', as },
    body: { id: randomUUID(), sessionType: 'focus', projectId, duration, ...more },
  })
