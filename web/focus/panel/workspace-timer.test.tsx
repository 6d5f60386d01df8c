import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { exampleProject, exampleTicket, projectId } from '#web/projects/example-project.testing.ts'
import {
  activePath,
  begun,
  change,
  chosenProject,
  counted,
  daysPath,
  exampleSession,
  listed,
  minute,
  openWorkspace,
  porch,
  porchId,
  sessionsPath,
  shows,
  ticket,
  today,
  workspaceServer,
} from '#web/projects/workspace.testing.tsx'
import { button, fillStorage, isGone, isSeen, said } from '#web/site/seen.testing.ts'
import { memberId, refusal, signInOnSheet } from '#web/site/site.testing.tsx'
import { timerKey, unsentKey } from '../timer/timer-model.ts'

const logPath = '/api/focus-sessions'

afterEach(() => vi.restoreAllMocks())

/** Sets the server's total minutes of Eleven Moths. */
function addsUpTo(totalMinutes: number) {
  server.answers[activePath] = listed(exampleTicket({ totalMinutes }), porch)
}

const waiting = () => JSON.parse(localStorage.getItem(unsentKey(memberId)) ?? '{}').waiting
const keptRun = () => JSON.parse(localStorage.getItem(timerKey(memberId)) ?? '{}').timer?.run
const logs = () => server.asked.filter(({ method, path }) => method === 'POST' && path === logPath)
const server = workspaceServer({ [logPath]: counted('s', 5, 225) })

const notFound = refusal(404, 'Not found', 'not_found')
const lost = { id: 'gone', title: 'A Lost Project' }

/** Finishes a run of five minutes with this response from the server. `of` can name a deleted project. */
async function finishWith(answer: unknown, of = {}) {
  const sessionId = begun(5.5 * minute, of)
  server.answers[logPath] = answer
  await openWorkspace()
  await button('Finish').click()
  return sessionId
}

test('while the site’s time is requested, Finish is accepted and shown', async () => {
  begun(5.5 * minute)
  const tell = server.hold('/healthz')
  await openWorkspace()
  await button('Finish').click()
  await expect.element(button('Finishing…')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Stop')).toBeDisabled()
  await isSeen(/^One moment: checking the time/)
  tell({ status: 'ok' })
  await said({ title: 'Focus session completed!', description: 'Great work! You focused for 5 minutes.' })
  expect(logs()).toHaveLength(1)
})

test('stopping asks when there is something to lose, logs nothing and moves focus to Start', async () => {
  begun(9.5 * minute)
  await openWorkspace()
  await button('Stop').click()
  await isSeen('The 9 minutes so far will not be logged. Choose Finish to log them.')
  await button('Keep going').click()
  await isSeen('Running')
  await button('Stop').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click()
  await expect.element(button('Start')).toHaveFocus()
  expect(logs()).toEqual([])
})

test('switching the project asks: Cancel leaves it, Switch logs the one and begins the other', async () => {
  const sessionId = begun(4.5 * minute)
  await openWorkspace()
  await chosenProject.selectOptions('Porch Light')
  await isSeen('4 minutes are logged for “Eleven Moths”. Then 25 minutes start for “Porch Light”.')
  await button('Cancel').click()
  await expect.element(chosenProject).toHaveValue(projectId)
  expect(keptRun()).toMatchObject({ sessionId })
  await chosenProject.selectOptions('Porch Light')
  await button('Switch').click()
  await expect.element(chosenProject).toHaveValue(porchId)
  await expect.poll(() => keptRun()?.project.id).toBe(porchId)
  await expect.element(chosenProject).toHaveFocus()
  expect(logs()).toMatchObject([{ body: { id: sessionId, projectId, duration: 4 } }])
})

test('offline a session waits, counts already, and is sent when the network is back', async () => {
  await finishWith(undefined)
  await shows(page.getByRole('main'), '5 minutes will be sent when you’re back online.')
  await shows(ticket('Eleven Moths'), '3h 45m')
  expect(waiting()).toHaveLength(1)
  server.answers[logPath] = counted('s', 5, 225)
  addsUpTo(225)
  window.dispatchEvent(new Event('online'))
  await isGone(/minutes will be sent/)
  await shows(ticket('Eleven Moths'), '3h 45m')
  expect(waiting()).toEqual([])
})

test('a session of a signed-out member waits, and is sent after they sign in', async () => {
  await finishWith(refusal(401, 'You are not signed in.', 'not_signed_in'))
  await isSeen('Sign in again to log 5 minutes.')
  expect(logs()).toHaveLength(1)
  server.answers[logPath] = counted('s', 5, 225)
  await button('Sign in').click()
  await signInOnSheet()
  await isGone('Sign in again to log 5 minutes.')
  expect(logs()).toHaveLength(2)
})

test('minutes of a deleted project can be moved to another', async () => {
  const sessionId = await finishWith(notFound, lost)
  await isSeen(/^5 minutes of "A Lost Project" could not be logged\. Its project no longer exists\./)
  server.answers[logPath] = counted('s', 5, 57)
  await page.getByLabelText('Log them for').selectOptions('Porch Light')
  await button('Log them').click()
  await isGone(page.getByRole('alert'))
  await expect.element(page.getByRole('complementary', { name: 'Focus timer' })).toHaveFocus()
  expect(logs().at(-1)?.body).toMatchObject({ id: sessionId, projectId: porchId, duration: 5 })
})

test('minutes of a deleted project can be discarded', async () => {
  await finishWith(notFound, lost)
  await button('Discard them').click()
  await isGone(page.getByRole('alert'))
  expect(waiting()).toEqual([])
})

test('deleting the project of the timer ends it without a session', async () => {
  begun(5.5 * minute)
  server.answers[`DELETE /api/projects/${projectId}`] = { success: true }
  await openWorkspace()
  await button('Delete Eleven Moths').click()
  await button('Delete').click()
  await said({ title: 'Project deleted successfully!' })
  await isSeen(button('Start'))
  expect(logs()).toEqual([])
})

test('finishing the project of the timer finishes the timer too', async () => {
  begun(5.5 * minute)
  const done = exampleProject({ completedAt: '2026-11-21T20:00:00Z' })
  server.answers[`PUT /api/projects/${projectId}/toggle-completion`] = { project: done }
  await openWorkspace()
  await page.getByRole('checkbox', { name: 'Mark Eleven Moths as finished' }).click()
  await said({ title: 'Focus session completed!', description: 'Great work! You focused for 5 minutes.' })
  expect(logs()).toMatchObject([{ body: { projectId, duration: 5 } }])
})

test('without storage it works, and says so', async () => {
  await openWorkspace()
  await expect.element(button('Start')).toBeEnabled()
  fillStorage()
  await button('Start').click()
  await isSeen('This browser can’t store the timer. It runs while this page stays open.')
  await button('Finish').click()
  await said({ title: 'Focus session completed!' })
})

test('a member with notifications on hears and sees the end of the time, and only then', async () => {
  const noticed: unknown[] = []
  class Notice {
    static permission = 'granted'
    constructor(title: string, { body }: NotificationOptions) {
      noticed.push([title, body])
    }
  }
  vi.stubGlobal('Notification', Notice)
  const start = vi.spyOn(OscillatorNode.prototype, 'start')
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  localStorage.setItem(`foldout:${memberId}:timer-signals`, JSON.stringify({ sound: true, notice: true }))
  server.answers[logPath] = counted('s', 25, 245)
  begun(300 * minute)
  await openWorkspace()
  await said({ title: 'Focus session completed!' })
  expect(noticed).toEqual([['Focus session completed!', 'Great work! You focused for 25 minutes.']])
  expect(start).toHaveBeenCalledTimes(2)
  await button('Start').click()
  await button('Finish').click()
  await said({ title: 'Focus session completed!', description: 'Session completed!' })
  expect(noticed).toHaveLength(1)
  expect(start).toHaveBeenCalledTimes(2)
})

async function openSessions() {
  server.answers[sessionsPath] = {
    sessions: [exampleSession('s1', 45), exampleSession('s2', 25)],
    nextCursor: null,
  }
  server.answers[`${daysPath}&projectId=${projectId}`] = { today, days: [{ day: today, minutes: 70 }] }
  await openWorkspace()
  await button('Sessions of Eleven Moths').click()
  await isSeen(page.getByRole('dialog').getByText('45m'))
}

test('a session is corrected in place, and the total changes immediately', async () => {
  server.answers['PUT /api/focus-sessions/s1'] = counted('s', 30, 205)
  await openSessions()
  await change('Correct', 45).click()
  const field = page.getByRole('textbox', { name: 'Minutes' })
  const rule = expect.stringContaining('Whole minutes, from 1 to 1440.')
  for (const wrong of ['0', '1441', '7.5', '0x1F', '1e3', '+5', 'x', '']) {
    await field.fill(wrong)
    await expect.element(button('Save')).toBeDisabled()
    await expect.element(field).toHaveAccessibleDescription(rule)
  }
  await field.fill('30')
  addsUpTo(205)
  server.answers[sessionsPath] = {
    sessions: [exampleSession('s1', 30), exampleSession('s2', 25)],
    nextCursor: null,
  }
  await userEvent.keyboard('{Enter}')
  await expect.element(change('Correct', 30)).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await shows(ticket('Eleven Moths'), '3h 25m')
})

test('a session that could not be corrected keeps its field open', async () => {
  server.answers['PUT /api/focus-sessions/s1'] = new Response('', { status: 502 })
  await openSessions()
  await change('Correct', 45).click()
  await page.getByRole('textbox', { name: 'Minutes' }).fill('30')
  await button('Save').click()
  await said({ title: 'Error', description: 'The session could not be corrected. Please try again.' })
  await expect.element(page.getByRole('textbox', { name: 'Minutes' })).toHaveValue('30')
  await userEvent.keyboard('{Escape}')
  await expect.element(change('Correct', 45)).toHaveFocus()
})

test('the last four weeks are bars, a sentence and a table', async () => {
  await openSessions()
  const chart = page.getByRole('region', { name: 'The last four weeks' })
  await isSeen(chart.getByText(/^1h 10m in all. Fullest day: /))
  await chart.getByText('As a table').click()
  await isSeen(chart.getByRole('table'))
  expect(chart.getByRole('row').all()).toHaveLength(29)
  await shows(chart.getByRole('row').nth(28), '70')
})

test('sessions that failed to load can be loaded again; an empty list says so', async () => {
  server.hold('/healthz')
  server.answers[sessionsPath] = new Response('', { status: 502 })
  server.answers[`${daysPath}&projectId=${projectId}`] = { today, days: [] }
  await openWorkspace()
  await button('Sessions of Eleven Moths').click()
  await isSeen(page.getByRole('heading', { name: 'The sessions could not be loaded' }))
  server.answers[sessionsPath] = { sessions: [], nextCursor: null }
  await button('Try again').click()
  await isSeen('No sessions yet. The focus timer logs them here.')
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
  begun(15 * minute - 1_500, { minutes: 15 })
  await openWorkspace()
  await isSeen(button('Finish'))
  button(before).element().focus()
  await isSeen(button('Start'))
  await expect.element(button(after)).toHaveFocus()
})

test('on a phone the projects come first, and the timer is a bar that opens and folds', async () => {
  await page.viewport(390, 844)
  begun(5.5 * minute, { minutes: 15 })
  await openWorkspace()
  const opener = page.getByRole('button', { name: /^Open the timer, 09:\d\d$/ })
  await isSeen(opener)
  const list = page.getByRole('article').first()
  await isSeen(list)
  await isGone(button('Finish'))
  const after = list.element().compareDocumentPosition(opener.element())
  expect(after & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await opener.click()
  await button('Finish').click()
  await expect.element(button('Start')).toHaveFocus()
  await page.getByRole('button', { name: /^Minimize the timer/ }).click()
  await isGone(button('Start'))
})

test('on a phone the bar opens automatically when minutes could not be logged', async () => {
  await page.viewport(390, 844)
  begun(5.5 * minute, { minutes: 15 })
  await openWorkspace()
  server.answers[logPath] = notFound
  await page.getByRole('button', { name: /^Open the timer/ }).click()
  await button('Finish').click()
  await isSeen(page.getByRole('alert'))
  await cleanup()
  await openWorkspace()
  await isSeen(page.getByRole('alert'))
})
