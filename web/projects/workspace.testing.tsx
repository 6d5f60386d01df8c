import { beforeEach } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { ProjectTicket } from '#contract/projects.ts'
import { timerKey } from '#web/focus/timer/timer-model.ts'
import { isSeen } from '#web/site/seen.testing.ts'
import { memberId, memberServer, openSite } from '#web/site/site.testing.tsx'
import { exampleTicket, projectId } from './example-project.testing.ts'
import { Workspace } from './workspace.tsx'

export const minute = 60_000
const timeZone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)
export const today = new Intl.DateTimeFormat('sv-SE').format(new Date())
export const daysPath = `/api/users/${memberId}/focus-days?timeZone=${timeZone}`
export const sessionsPath = `/api/projects/${projectId}/focus-sessions`
export const activePath = `/api/users/${memberId}/projects?state=active&brief=true`
export const finishedPath = `/api/users/${memberId}/projects?state=finished&brief=true`
export const porchId = '0199a0b2-0000-7000-8000-0000000000a2'
export const porch = exampleTicket({ id: porchId, title: 'Porch Light', totalMinutes: 52, excerpt: '' })
export const listed = (...projects: ProjectTicket[]) => ({ projects, nextCursor: null })

/** A member’s server with two projects. Each test starts with an unused workspace. */
export function workspaceServer(answers: Record<string, unknown> = {}) {
  beforeEach(async () => {
    // Wide enough to show the open timer next to the projects.
    await page.viewport(1280, 900)
    localStorage.clear()
    localStorage.setItem(`foldout:${memberId}:seen:workspace`, 'true')
  })
  return memberServer({
    [activePath]: listed(exampleTicket({}), porch),
    [finishedPath]: listed(),
    [daysPath]: { today, days: [] },
    '/healthz': { status: 'ok' },
    ...answers,
  })
}

export const exampleSession = (id: string, duration: number) => ({
  ...{ id, projectId, userId: memberId, duration, sessionType: 'focus' },
  startedAt: new Date().toISOString(),
})
export const counted = (id: string, duration: number, totalMinutes: number) => ({
  session: exampleSession(id, duration),
  totalMinutes,
})

/** Stores a timer that an earlier page started `ago` milliseconds ago. */
export function begun(ago: number, { minutes = 25, title = 'Eleven Moths', id = projectId } = {}) {
  const sessionId = crypto.randomUUID()
  const run = { sessionId, project: { id, title }, minutes, startedAt: Date.now() - ago }
  const kept = { timer: { minutes, projectId: id, run }, ahead: 0, isSiteTime: false }
  localStorage.setItem(timerKey(memberId), JSON.stringify(kept))
  return sessionId
}

const WorkspacePage = () => (
  <main>
    <Workspace userId={memberId} />
  </main>
)
export const openWorkspace = () =>
  openSite({ at: '/workspace', routes: [{ path: '/workspace', Component: WorkspacePage }] })

export const ticket = (name: string) => page.getByRole('article').filter({ hasText: name })
export const chosenProject = page.getByLabelText('Project', { exact: true })
export const shows = (place: Locator, text: string | RegExp) => isSeen(place.getByText(text))
/** The button that corrects or removes the session of this many minutes. */
export const change = (word: string, minutes: number) =>
  page.getByRole('button', { name: new RegExp(`^${word} ${minutes} minutes on`) })
