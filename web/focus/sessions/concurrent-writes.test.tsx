import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { exampleTicket, projectId } from '#web/projects/example-project.testing.ts'
import {
  activePath,
  countedSession,
  daysPath,
  exampleSession,
  listed,
  openWorkspace,
  sessionButton,
  sessionsPath,
  today,
  workspaceServer,
} from '#web/projects/workspace.testing.tsx'
import { exampleId } from '#web/site/example-id.testing.ts'
import { button, expectGone, expectToast, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, memberId } from '#web/site/site.testing.tsx'
import { broadcastTimeChange } from '../focus-calls.ts'
import { unsentKey } from '../timer/timer-model.ts'

const read = (totalMinutes: number, ...sessions: unknown[]) => ({
  [activePath]: listed(exampleTicket({ totalMinutes })),
  [sessionsPath]: { sessions, nextCursor: null },
})
const server = workspaceServer({
  [`${daysPath}&projectId=${projectId}`]: { today, days: [] },
  ...read(30, exampleSession(1, 10), exampleSession(2, 20)),
})
const total = page.getByText(/^Total time: /)

async function openSessions() {
  await openWorkspace()
  await button('Sessions of Eleven Moths').click()
  await expectVisible(sessionButton('Correct', 10))
}

async function correct(from: number, to: number) {
  await sessionButton('Correct', from).click()
  await page.getByRole('textbox', { name: 'Minutes' }).last().fill(String(to))
  await userEvent.keyboard('{Enter}')
}

const defer = () => Promise.withResolvers<unknown>()

test('responses in another order leave the total unchanged', async () => {
  await openSessions()
  const first = defer()
  server.responses[`PUT /api/focus-sessions/${exampleId(1)}`] = first.promise
  await correct(10, 11)
  await expectVisible(button('Saving...'))
  server.responses = { ...server.responses, ...read(61, exampleSession(1, 11), exampleSession(2, 50)) }
  server.responses[`PUT /api/focus-sessions/${exampleId(2)}`] = countedSession(2, 50, 61)
  await correct(20, 50)
  await expectVisible(sessionButton('Correct', 50))
  first.resolve(countedSession(1, 11, 31))
  await expectVisible(sessionButton('Correct', 11))
  await userEvent.keyboard('{Escape}')
  await expect.element(total).toHaveTextContent('Total time: 1 hour 1 minute')
})

test('a session that is logged while another is removed does not bring its minutes back', async () => {
  const unsent = { id: exampleId(3), project: { id: projectId, title: 'Eleven Moths' }, minutes: 5, startedAt: 1 }
  localStorage.setItem(unsentKey(memberId), JSON.stringify({ waiting: [unsent], done: [] }))
  const logged = defer()
  server.responses['POST /api/focus-sessions'] = logged.promise
  await openSessions()
  server.responses[`DELETE /api/focus-sessions/${exampleId(2)}`] = { success: true, totalMinutes: 15 }
  server.responses = { ...server.responses, ...read(15, exampleSession(1, 10), exampleSession(3, 5)) }
  await sessionButton('Remove', 20).click()
  await button('Remove').click()
  await expectGone(sessionButton('Remove', 20))
  logged.resolve(countedSession(3, 5, 35))
  await expect.poll(() => localStorage.getItem(unsentKey(memberId))).toContain('"waiting":[]')
  await userEvent.keyboard('{Escape}')
  await expect.element(total).toHaveTextContent('Total time: 15 minutes')
})

test('removing a session that another tab removed succeeds, and the total is refreshed', async () => {
  await openSessions()
  server.responses[`DELETE /api/focus-sessions/${exampleId(2)}`] = errorResponse('not_found', 'Not found')
  server.responses = { ...server.responses, ...read(10, exampleSession(1, 10)) }
  await sessionButton('Remove', 20).click()
  await button('Remove').click()
  await expectToast({ title: 'Session removed' })
  await expectGone(sessionButton('Remove', 20))
  await userEvent.keyboard('{Escape}')
  await expect.element(total).toHaveTextContent('Total time: 10 minutes')
})

test('other tabs are notified of a correction and reload their data', async () => {
  const received: unknown[] = []
  const channel = new BroadcastChannel('foldout:focus-time')
  channel.onmessage = ({ data }) => received.push(data)
  await openSessions()
  server.responses[`PUT /api/focus-sessions/${exampleId(2)}`] = countedSession(2, 25, 35)
  await correct(20, 25)
  await expect.poll(() => received).toEqual([{ userId: memberId, projectId }])
  channel.close()
  server.responses = { ...server.responses, ...read(12, exampleSession(1, 12)) }
  broadcastTimeChange({ userId: memberId, projectId })
  await expectVisible(sessionButton('Correct', 12))
})

test('a queued session is not sent again once it is being removed', async () => {
  const unsent = { id: exampleId(2), project: { id: projectId, title: 'Eleven Moths' }, minutes: 20, startedAt: 1 }
  localStorage.setItem(unsentKey(memberId), JSON.stringify({ waiting: [unsent], done: [] }))
  server.responses['POST /api/focus-sessions'] = new Response('', { status: 502 })
  await openSessions()
  await expect.poll(() => server.calls('/api/focus-sessions')).toBeGreaterThan(0)
  const removed = defer()
  server.responses[`DELETE /api/focus-sessions/${exampleId(2)}`] = removed.promise
  await sessionButton('Remove', 20).click()
  await button('Remove').click()
  await expect.poll(() => server.calls(`/api/focus-sessions/${exampleId(2)}`)).toBe(1)
  // A retry is due two seconds after the first attempt. From now on, it would restore the removed session.
  const sent = server.calls('/api/focus-sessions')
  const whileOnline = async () => {
    window.dispatchEvent(new Event('online'))
    await new Promise((later) => setTimeout(later, 100))
    expect(server.calls('/api/focus-sessions')).toBe(sent)
  }
  await whileOnline()
  server.responses = { ...server.responses, ...read(10, exampleSession(1, 10)) }
  removed.resolve({ success: true, totalMinutes: 10 })
  await expectGone(sessionButton('Remove', 20))
  await expect.poll(() => localStorage.getItem(unsentKey(memberId))).toContain('"waiting":[]')
  await userEvent.keyboard('{Escape}')
  await expect.element(total).toHaveTextContent('Total time: 10 minutes')
  await whileOnline()
})
