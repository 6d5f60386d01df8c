import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { exampleTicket, projectId } from '#web/projects/example-project.testing.ts'
import { Workspace } from '#web/projects/workspace.tsx'
import { fakeServer, member, memberId, openSite, refusal } from '#web/site/site.testing.tsx'
import { timerKey } from '../timer/timer-model.ts'

const minute = 60_000
const porchId = '0199a0b2-0000-7000-8000-0000000000a2'
const timeZone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)
const session = { id: 's', projectId, userId: memberId, duration: 5, sessionType: 'focus', startedAt: '' }
const server = fakeServer({
  '/api/auth/user': { user: member },
  [`/api/users/${memberId}/projects?state=active&brief=true`]: {
    projects: [exampleTicket({}), exampleTicket({ id: porchId, title: 'Porch Light' })],
    nextCursor: null,
  },
  [`/api/users/${memberId}/projects?state=finished&brief=true`]: { projects: [], nextCursor: null },
  [`/api/users/${memberId}/focus-days?timeZone=${timeZone}`]: { today: '2026-11-21', days: [] },
  '/api/focus-sessions': { session, totalMinutes: 225 },
  '/healthz': { status: 'ok' },
})

beforeEach(async () => {
  // Wide enough for the timer to stand open beside the projects.
  await page.viewport(1280, 900)
  localStorage.clear()
  localStorage.setItem(`foldout:${memberId}:seen:workspace`, 'true')
})

const WorkspacePage = () => (
  <main>
    <Workspace userId={memberId} />
  </main>
)
const open = () => openSite({ at: '/workspace', routes: [{ path: '/workspace', Component: WorkspacePage }] })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const project = page.getByLabelText('Project', { exact: true })

function begun(ago: number) {
  const run = { sessionId: crypto.randomUUID(), project: { id: projectId, title: 'Eleven Moths' } }
  const timer = { minutes: 15, projectId, run: { ...run, minutes: 15, startedAt: Date.now() - ago } }
  localStorage.setItem(timerKey(memberId), JSON.stringify({ timer, ahead: 0, isSiteTime: false }))
}

test('Start gives focus to Finish, Finish to Start, and Stop to Start', async () => {
  await open()
  await expect.element(button('Start')).toBeEnabled()
  button('Start').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Finish')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Start')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Finish')).toHaveFocus()
  await button('Stop').click()
  await expect.element(button('Start')).toHaveFocus()
})

test('stopping after the question gives focus to Start', async () => {
  begun(5.5 * minute)
  await open()
  await button('Stop').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(button('Start')).toHaveFocus()
})

test('switching gives focus back to the choice of the project', async () => {
  begun(5.5 * minute)
  await open()
  await project.selectOptions('Porch Light')
  await button('Switch').click()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(project).toHaveValue(porchId)
  await expect.element(project).toHaveFocus()
})

test('running out gives focus to Start, but only from inside', async () => {
  begun(15 * minute - 1_500)
  await open()
  await expect.element(button('Finish')).toBeVisible()
  button('Finish').element().focus()
  await expect.element(button('Start')).toHaveFocus()
})

test('running out leaves focus alone that is elsewhere', async () => {
  begun(15 * minute - 1_500)
  await open()
  await expect.element(button('Finish')).toBeVisible()
  button('Finish').element().focus()
  button('New Project').element().focus()
  await expect.element(button('Start')).toBeVisible()
  await expect.element(button('New Project')).toHaveFocus()
})

test('minutes that were refused give focus to the panel when they go', async () => {
  begun(5.5 * minute)
  server.answers['/api/focus-sessions'] = refusal(404, 'Not found', 'not_found')
  await open()
  await button('Finish').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  server.answers['/api/focus-sessions'] = { session, totalMinutes: 5 }
  await button('Log them').click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(page.getByRole('complementary', { name: 'Focus timer' })).toHaveFocus()
})

test('on a phone the projects come first, and the timer is a bar that opens and folds', async () => {
  await page.viewport(390, 844)
  begun(5.5 * minute)
  await open()
  const opener = page.getByRole('button', { name: /^Open the timer, 09:\d\d$/ })
  await expect.element(opener).toBeVisible()
  await expect.element(page.getByRole('article').first()).toBeVisible()
  await expect.element(button('Finish')).not.toBeInTheDocument()
  const list = page.getByRole('article').first().element()
  expect(list.compareDocumentPosition(opener.element()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await opener.click()
  await expect.element(button('Finish')).toBeVisible()
  await button('Finish').click()
  await expect.element(button('Start')).toHaveFocus()
  await page.getByRole('button', { name: /^Fold the timer away/ }).click()
  await expect.element(button('Start')).not.toBeInTheDocument()
})

test('on a phone the bar opens by itself when minutes could not be logged', async () => {
  await page.viewport(390, 844)
  begun(5.5 * minute)
  await open()
  server.answers['/api/focus-sessions'] = refusal(404, 'Not found', 'not_found')
  await page.getByRole('button', { name: /^Open the timer/ }).click()
  await button('Finish').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await cleanup()
  await open()
  await expect.element(page.getByRole('alert')).toBeVisible()
})
