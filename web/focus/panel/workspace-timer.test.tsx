import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { exampleProject, exampleTicket, projectId } from '#web/projects/example-project.testing.ts'
import {
  activePath,
  chosenProject,
  countedSession,
  daysPath,
  exampleSession,
  expectText,
  listed,
  minute,
  openWorkspace,
  porchLight,
  porchLightId,
  sessionButton,
  sessionsPath,
  storeRunningTimer,
  ticket,
  today,
  workspaceServer,
} from '#web/projects/workspace.testing.tsx'
import { exampleId } from '#web/site/example-id.testing.ts'
import { button, expectGone, expectToast, expectVisible, fillStorage } from '#web/site/expectations.testing.ts'
import { errorResponse, memberId, signInOnSheet } from '#web/site/site.testing.tsx'
import { timerKey, unsentKey } from '../timer/timer-model.ts'
import '#web/styles.css'

const logPath = '/api/focus-sessions'

afterEach(() => vi.restoreAllMocks())

/** Sets the server's total minutes of Eleven Moths. */
function addsUpTo(totalMinutes: number) {
  server.responses[activePath] = listed(exampleTicket({ totalMinutes }), porchLight)
}

const readWaiting = () => JSON.parse(localStorage.getItem(unsentKey(memberId)) ?? '{}').waiting
const readStoredRun = () => JSON.parse(localStorage.getItem(timerKey(memberId)) ?? '{}').timer?.run
const logs = () => server.requests.filter(({ method, path }) => method === 'POST' && path === logPath)
const server = workspaceServer({ [logPath]: countedSession(1, 5, 225) })

const notFound = errorResponse('not_found', 'Not found')
const lostProject = { id: 'gone', title: 'A Lost Project' }

/** Finishes a run of five minutes with this response from the server. `of` can name a deleted project. */
async function finishWith(response: unknown, of = {}) {
  const sessionId = storeRunningTimer(5.5 * minute, of)
  server.responses[logPath] = response
  await openWorkspace()
  await button('Finish').click()
  return sessionId
}

test('stopping asks when there is something to lose, logs nothing and moves focus to Start', async () => {
  storeRunningTimer(9.5 * minute)
  await openWorkspace()
  await button('Stop').click()
  await expectVisible('The 9 minutes so far will not be logged. Choose Finish to log them.')
  await button('Keep going').click()
  await expectVisible('Running')
  await button('Stop').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click()
  await expect.element(button('Start')).toHaveFocus()
  expect(logs()).toEqual([])
})

test('switching the project asks: Cancel leaves it, Switch logs the one and begins the other', async () => {
  const sessionId = storeRunningTimer(4.5 * minute)
  await openWorkspace()
  await chosenProject.selectOptions('Porch Light')
  await expectVisible('4 minutes are logged for “Eleven Moths”. A new 25-minute timer then starts for “Porch Light”.')
  await button('Cancel').click()
  await expect.element(chosenProject).toHaveValue(projectId)
  expect(readStoredRun()).toMatchObject({ sessionId })
  await chosenProject.selectOptions('Porch Light')
  await button('Switch').click()
  await expect.element(chosenProject).toHaveValue(porchLightId)
  await expect.poll(() => readStoredRun()?.project.id).toBe(porchLightId)
  await expect.element(chosenProject).toHaveFocus()
  expect(logs()).toMatchObject([{ body: { id: sessionId, projectId, duration: 4 } }])
})

test('offline a session waits, counts already, and is sent when the network is back', async () => {
  await finishWith(undefined)
  await expectText(page.getByRole('main'), '5 minutes will be sent when you’re back online.')
  await expectText(ticket('Eleven Moths'), '3h 45m')
  expect(readWaiting()).toHaveLength(1)
  server.responses[logPath] = countedSession(1, 5, 225)
  addsUpTo(225)
  window.dispatchEvent(new Event('online'))
  await expectGone(/minutes will be sent/)
  await expectText(ticket('Eleven Moths'), '3h 45m')
  expect(readWaiting()).toEqual([])
})

test('a session of a signed-out member waits, and is sent after they sign in', async () => {
  await finishWith(errorResponse('not_signed_in', 'You are not signed in.'))
  await expectVisible('Sign in again to log 5 minutes.')
  expect(logs()).toHaveLength(1)
  server.responses[logPath] = countedSession(1, 5, 225)
  await button('Sign in').click()
  await signInOnSheet()
  await expectGone('Sign in again to log 5 minutes.')
  expect(logs()).toHaveLength(2)
})

test('minutes of a deleted project can be moved to another', async () => {
  const sessionId = await finishWith(notFound, lostProject)
  await expectVisible(/^5 minutes of “A Lost Project” could not be logged\. Its project no longer exists\./)
  server.responses[logPath] = countedSession(1, 5, 57)
  await page.getByLabelText('Log them for').selectOptions('Porch Light')
  await button('Log them').click()
  await expectGone(page.getByRole('alert'))
  await expect.element(page.getByRole('complementary', { name: 'Focus timer' })).toHaveFocus()
  expect(logs().at(-1)?.body).toMatchObject({ id: sessionId, projectId: porchLightId, duration: 5 })
})

test('minutes of a deleted project can be discarded', async () => {
  await finishWith(notFound, lostProject)
  await button('Discard them').click()
  await expectGone(page.getByRole('alert'))
  expect(readWaiting()).toEqual([])
})

test('deleting the project of the timer ends it without a session', async () => {
  storeRunningTimer(5.5 * minute)
  server.responses[`DELETE /api/projects/${projectId}`] = { success: true }
  await openWorkspace()
  await button('Delete Eleven Moths').click()
  await button('Delete').click()
  await expectToast({ title: 'Project deleted successfully!' })
  await expectVisible(button('Start'))
  expect(logs()).toEqual([])
})

test('finishing the project of the timer finishes the timer too', async () => {
  storeRunningTimer(5.5 * minute)
  const done = exampleProject({ completedAt: '2026-11-21T20:00:00Z' })
  server.responses[`PUT /api/projects/${projectId}/toggle-completion`] = { project: done }
  await openWorkspace()
  await page.getByRole('checkbox', { name: 'Mark Eleven Moths as finished' }).click()
  await expectToast({
    title: 'Focus session completed!',
    description: 'Great work! You focused for 5 minutes.',
  })
  expect(logs()).toMatchObject([{ body: { projectId, duration: 5 } }])
})

test('without storage it works, and says so', async () => {
  await openWorkspace()
  await expect.element(button('Start')).toBeEnabled()
  fillStorage()
  await button('Start').click()
  await expectVisible('This browser can’t store the timer. It runs while this page stays open.')
  await button('Finish').click()
  await expectToast({ title: 'Focus session completed!' })
})

test('a member with notifications on hears and sees the end of the time, and only then', async () => {
  const notifications: unknown[] = []
  class FakeNotification {
    static permission = 'granted'
    constructor(title: string, { body }: NotificationOptions) {
      notifications.push([title, body])
    }
  }
  vi.stubGlobal('Notification', FakeNotification)
  const start = vi.spyOn(OscillatorNode.prototype, 'start')
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  localStorage.setItem(`foldout:${memberId}:timer-signals`, JSON.stringify({ sound: true, notice: true }))
  server.responses[logPath] = countedSession(1, 25, 245)
  storeRunningTimer(300 * minute)
  await openWorkspace()
  await expectToast({ title: 'Focus session completed!' })
  expect(notifications).toEqual([['Focus session completed!', 'Great work! You focused for 25 minutes.']])
  expect(start).toHaveBeenCalledTimes(2)
  await button('Start').click()
  await button('Finish').click()
  await expectToast({ title: 'Focus session completed!', description: 'Session completed!' })
  expect(notifications).toHaveLength(1)
  expect(start).toHaveBeenCalledTimes(2)
})

async function openSessions() {
  server.responses[sessionsPath] = {
    sessions: [exampleSession(1, 45), exampleSession(2, 25)],
    nextCursor: null,
  }
  server.responses[`${daysPath}&projectId=${projectId}`] = { today, days: [{ day: today, minutes: 70 }] }
  await openWorkspace()
  await button('Sessions of Eleven Moths').click()
  await expectVisible(page.getByRole('dialog').getByText('45m'))
}

test('a session is corrected in place, and the total changes immediately', async () => {
  server.responses[`PUT /api/focus-sessions/${exampleId(1)}`] = countedSession(1, 30, 205)
  await openSessions()
  await sessionButton('Correct', 45).click()
  const field = page.getByRole('textbox', { name: 'Minutes' })
  const rule = expect.stringContaining('Whole minutes, from 1 to 1440.')
  for (const wrong of ['0', '1441', '7.5', '0x1F', '1e3', '+5', 'x', '']) {
    await field.fill(wrong)
    await expect.element(button('Save')).toBeDisabled()
    await expect.element(field).toHaveAccessibleDescription(rule)
  }
  await field.fill('30')
  addsUpTo(205)
  server.responses[sessionsPath] = {
    sessions: [exampleSession(1, 30), exampleSession(2, 25)],
    nextCursor: null,
  }
  await userEvent.keyboard('{Enter}')
  await expect.element(sessionButton('Correct', 30)).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expectText(ticket('Eleven Moths'), '3h 25m')
})

test('a session that could not be corrected keeps its field open', async () => {
  server.responses[`PUT /api/focus-sessions/${exampleId(1)}`] = new Response('', { status: 502 })
  await openSessions()
  await sessionButton('Correct', 45).click()
  await page.getByRole('textbox', { name: 'Minutes' }).fill('30')
  await button('Save').click()
  await expectToast({ title: 'Error', description: 'The session could not be corrected. Please try again.' })
  await expect.element(page.getByRole('textbox', { name: 'Minutes' })).toHaveValue('30')
  await userEvent.keyboard('{Escape}')
  await expect.element(sessionButton('Correct', 45)).toHaveFocus()
})

test('the last four weeks are bars, a sentence and a table', async () => {
  await openSessions()
  const chart = page.getByRole('region', { name: 'The last four weeks' })
  await expectVisible(chart.getByText(/^1h 10m in total. Longest day: /))
  await chart.getByText('Show as a table').click()
  await expectVisible(chart.getByRole('table'))
  expect(chart.getByRole('row').all()).toHaveLength(29)
  await expectText(chart.getByRole('row').nth(28), '70')
})

test('sessions that failed to load can be loaded again; an empty list says so', async () => {
  server.hold('/healthz')
  server.responses[sessionsPath] = new Response('', { status: 502 })
  server.responses[`${daysPath}&projectId=${projectId}`] = { today, days: [] }
  await openWorkspace()
  await button('Sessions of Eleven Moths').click()
  await expectVisible(page.getByRole('heading', { name: 'The sessions could not be loaded' }))
  server.responses[sessionsPath] = { sessions: [], nextCursor: null }
  await button('Try again').click()
  await expectVisible('No sessions yet. The focus timer logs them here.')
})

test('Start moves focus to Finish, Finish to Start, and Stop to Start', async () => {
  await openWorkspace()
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

test.each([
  ['gives focus to Start', 'Finish', 'Start'],
  ['leaves focus alone that is elsewhere', 'New Project', 'New Project'],
])('running out %s', async (_, before, after) => {
  storeRunningTimer(15 * minute - 1_500, { minutes: 15 })
  await openWorkspace()
  await expectVisible(button('Finish'))
  button(before).element().focus()
  await expectVisible(button('Start'))
  await expect.element(button(after)).toHaveFocus()
})

test('on a phone the projects come first, and the timer is a bar that opens and folds', async () => {
  await page.viewport(390, 844)
  storeRunningTimer(5.5 * minute, { minutes: 15 })
  await openWorkspace()
  const opener = page.getByRole('button', { name: /^Open the timer, 09:\d\d$/ })
  await expectVisible(opener)
  const list = page.getByRole('article').first()
  await expectVisible(list)
  await expectGone(button('Finish'))
  const after = list.element().compareDocumentPosition(opener.element())
  expect(after & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await opener.click()
  await button('Finish').click()
  await expect.element(button('Start')).toHaveFocus()
  await page.getByRole('button', { name: /^Minimize the timer/ }).click()
  await expectGone(button('Start'))
})

test('on a phone the bar opens automatically when minutes could not be logged', async () => {
  await page.viewport(390, 844)
  storeRunningTimer(5.5 * minute, { minutes: 15 })
  await openWorkspace()
  server.responses[logPath] = notFound
  await page.getByRole('button', { name: /^Open the timer/ }).click()
  await button('Finish').click()
  await expectVisible(page.getByRole('alert'))
  await cleanup()
  await openWorkspace()
  await expectVisible(page.getByRole('alert'))
})

test('on a site that is read from right to left, the minutes are still left of the seconds, and menus open from the right', async () => {
  document.documentElement.dir = 'rtl'
  onTestFinished(() => document.documentElement.removeAttribute('dir'))
  await openWorkspace()
  await expectVisible(page.getByRole('timer'))
  const digits = [...page.getByRole('timer').element().querySelectorAll('b')]
  const places = digits.map((digit) => digit.getBoundingClientRect().left)
  expect(digits.map((digit) => digit.textContent).join('')).toBe('2500')
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  await page
    .getByRole('button', { name: /^Menu of/ })
    .first()
    .click()
  expect(getComputedStyle(page.getByRole('menu').element()).direction).toBe('rtl')
})
