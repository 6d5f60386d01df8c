import { beforeEach } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { ProjectTicket } from '#contract/projects.ts'
import { timerKey } from '#web/focus/timer/timer-model.ts'
import { exampleId } from '#web/site/example-id.testing.ts'
import { expectVisible } from '#web/site/expectations.testing.ts'
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
export const porchLightId = '0199a0b2-0000-7000-8000-0000000000a2'
export const porchLight = exampleTicket({
  id: porchLightId,
  title: 'Porch Light',
  totalMinutes: 52,
  excerpt: '',
})
export const listed = (...projects: ProjectTicket[]) => ({ projects, nextCursor: null })

/** A member’s server with two projects. Each test starts with an unused workspace. */
export function workspaceServer(responses: Record<string, unknown> = {}) {
  beforeEach(async () => {
    // Wide enough to show the open timer next to the projects.
    await page.viewport(1280, 900)
    localStorage.clear()
    localStorage.setItem(`foldout:${memberId}:seen:workspace`, 'true')
  })
  return memberServer({
    [activePath]: listed(exampleTicket({}), porchLight),
    [finishedPath]: listed(),
    [daysPath]: { today, days: [] },
    '/healthz': { status: 'ok' },
    ...responses,
  })
}

export const exampleSession = (n: number, duration: number) => ({
  id: exampleId(n),
  projectId,
  userId: memberId,
  duration,
  sessionType: 'focus',
  startedAt: new Date().toISOString(),
})
export const countedSession = (n: number, duration: number, totalMinutes: number) => ({
  session: exampleSession(n, duration),
  totalMinutes,
})

/** Stores a timer that an earlier page started `elapsedMs` ago. */
export function storeRunningTimer(elapsedMs: number, { minutes = 25, title = 'Eleven Moths', id = projectId } = {}) {
  const sessionId = crypto.randomUUID()
  const run = { sessionId, project: { id, title }, minutes, startedAt: Date.now() - elapsedMs }
  const stored = { timer: { minutes, projectId: id, run }, ahead: 0, isSiteTime: false }
  localStorage.setItem(timerKey(memberId), JSON.stringify(stored))
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
export const expectText = (container: Locator, text: string | RegExp) => expectVisible(container.getByText(text))
/** The button that corrects or removes the session of this many minutes. */
export const sessionButton = (action: string, minutes: number) =>
  page.getByRole('button', { name: new RegExp(`^${action} ${minutes} minutes on`) })
