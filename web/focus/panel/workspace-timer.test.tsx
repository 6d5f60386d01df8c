import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { exampleProject, exampleTicket, projectId } from '#web/projects/example-project.testing.ts'
import {
  activePath,
  begun,
  button,
  change,
  chosenProject,
  daysPath,
  listed,
  minute,
  openWorkspace,
  porch,
  porchId,
  said,
  sessionsPath,
  shows,
  ticket,
  today,
  workspaceServer,
} from '#web/projects/workspace.testing.tsx'
import { memberId, refusal } from '#web/site/site.testing.tsx'
import { timerKey, unsentKey } from '../timer/timer-model.ts'

const logPath = '/api/focus-sessions'
const server = workspaceServer()

beforeEach(() => {
  document.title = 'wren · Foldout'
})

/** From now on the server's list says that much of Eleven Moths. */
function addsUpTo(totalMinutes: number) {
  server.answers[activePath] = listed(exampleTicket({ totalMinutes }), porch)
}

const waiting = () => JSON.parse(localStorage.getItem(unsentKey(memberId)) ?? '{}').waiting
const keptRun = () => JSON.parse(localStorage.getItem(timerKey(memberId)) ?? '{}').timer?.run
const logs = () => server.asked.filter(({ method, path }) => method === 'POST' && path === logPath)
const session = (id: string, duration: number) => ({
  ...{ id, projectId, userId: memberId, duration, sessionType: 'focus' },
  startedAt: new Date().toISOString(),
})
const counted = (duration: number, totalMinutes: number) => ({
  session: session('s', duration),
  totalMinutes,
})

test('it starts with what was chosen, keeps it, and shows the time in the tab’s title', async () => {
  await openWorkspace()
  await shows(page.getByRole('timer'), '25 minutes left')
  await page.getByRole('radio', { name: '45' }).click({ force: true })
  await chosenProject.selectOptions('Porch Light')
  await button('Start').dblClick()
  await expect.element(page.getByText('Running')).toBeVisible()
  await expect.element(page.getByText('Finishing now logs nothing yet.')).toBeVisible()
  expect(keptRun()).toMatchObject({ minutes: 45, project: { id: porchId } })
  await expect.poll(() => document.title).toMatch(/^4[45]:\d\d · wren · Foldout$/)
  await expect.element(ticket('Porch Light')).toHaveClass('project-ticket-active')
})

test('while the site is asked for the time, Finish is taken and shown', async () => {
  begun(5.5 * minute)
  let tell = (_: unknown) => {}
  server.answers['/healthz'] = new Promise((resolve) => {
    tell = resolve
  })
  server.answers[logPath] = counted(5, 225)
  await openWorkspace()
  await button('Finish').click()
  await expect.element(button('Finishing…')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Stop')).toBeDisabled()
  await expect.element(page.getByText(/^One moment: the site is asked/)).toBeVisible()
  tell({ status: 'ok' })
  await said({ title: 'Focus session completed!', description: 'Great work! You focused for 5 minutes.' })
  expect(logs()).toHaveLength(1)
})

test('stopping asks when there is something to lose, and logs nothing', async () => {
  begun(9.5 * minute)
  await openWorkspace()
  await button('Stop').click()
  await expect
    .element(page.getByText('The 9 minutes so far will not be logged. Finish logs them.'))
    .toBeVisible()
  await button('Keep going').click()
  await expect.element(page.getByText('Running')).toBeVisible()
  await button('Stop').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click()
  await expect.element(button('Start')).toBeVisible()
  expect(logs()).toEqual([])
})

test('switching the project asks: Cancel leaves it, Switch logs the one and begins the other', async () => {
  const sessionId = begun(4.5 * minute)
  server.answers[logPath] = counted(4, 224)
  await openWorkspace()
  await chosenProject.selectOptions('Porch Light')
  await expect
    .element(
      page.getByText('4 minutes are logged for "Eleven Moths". Then 25 minutes begin for "Porch Light".'),
    )
    .toBeVisible()
  await button('Cancel').click()
  await expect.element(chosenProject).toHaveValue(projectId)
  expect(keptRun()).toMatchObject({ sessionId })
  await chosenProject.selectOptions('Porch Light')
  await button('Switch').click()
  await expect.element(chosenProject).toHaveValue(porchId)
  await expect.poll(() => keptRun()?.project.id).toBe(porchId)
  expect(logs()).toMatchObject([{ body: { id: sessionId, projectId, duration: 4 } }])
})

test('offline a session waits, counts already, and is sent when the network is back', async () => {
  begun(5.5 * minute)
  await openWorkspace()
  await button('Finish').click()
  await shows(page.getByRole('main'), '5 minutes will be sent as soon as the site can be reached.')
  await shows(ticket('Eleven Moths'), '3h 45m')
  expect(waiting()).toHaveLength(1)
  server.answers[logPath] = counted(5, 225)
  addsUpTo(225)
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText(/minutes will be sent/)).not.toBeInTheDocument()
  await shows(ticket('Eleven Moths'), '3h 45m')
  expect(waiting()).toEqual([])
})

test('another tab’s timer shows here', async () => {
  await openWorkspace()
  await expect.element(button('Start')).toBeVisible()
  const key = timerKey(memberId)
  const oldValue = localStorage.getItem(key)
  begun(3.5 * minute)
  const newValue = localStorage.getItem(key)
  window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue, storageArea: localStorage }))
  await expect.element(page.getByText('3 of 25 minutes printed')).toBeVisible()
})

test('a session of somebody who was signed out waits for them, and is sent once they sign in', async () => {
  begun(5.5 * minute)
  server.answers[logPath] = refusal(401, 'You are not signed in.', 'not_signed_in')
  await openWorkspace()
  await button('Finish').click()
  await expect.element(page.getByText('Sign in again to log 5 minutes.')).toBeVisible()
  expect(logs()).toHaveLength(1)
  server.answers['POST /api/auth/sign-in/email'] = { user: { id: memberId } }
  server.answers['/api/users/create-profile'] = { user: { id: memberId } }
  server.answers[logPath] = counted(5, 225)
  await button('Sign in').click()
  const sheet = page.getByRole('dialog', { name: 'Sign In' })
  await sheet.getByLabelText('Email or username').fill('wren@moths.example')
  await sheet.getByLabelText('Password').fill('mothmoth')
  await sheet.getByRole('button', { name: 'Sign In' }).click()
  await expect.element(page.getByText('Sign in again to log 5 minutes.')).not.toBeInTheDocument()
  expect(logs()).toHaveLength(2)
})

test('minutes of a project that is gone can go to another', async () => {
  const sessionId = begun(5.5 * minute, { id: 'gone', title: 'A Lost Project' })
  server.answers[logPath] = refusal(404, 'Not found', 'not_found')
  await openWorkspace()
  await expect.element(chosenProject).toHaveValue('gone')
  await button('Finish').click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      '5 minutes of "A Lost Project" could not be logged. Its project is not there any more.',
    )
  server.answers[logPath] = counted(5, 57)
  await page.getByLabelText('Log them for').selectOptions('Porch Light')
  await button('Log them').click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(logs().at(-1)?.body).toMatchObject({ id: sessionId, projectId: porchId, duration: 5 })
})

test('minutes of a project that is gone can be dropped', async () => {
  begun(5.5 * minute, { id: 'gone', title: 'A Lost Project' })
  server.answers[logPath] = refusal(404, 'Not found', 'not_found')
  await openWorkspace()
  await button('Finish').click()
  await button('Drop them').click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(waiting()).toEqual([])
})

test('deleting the project of the timer ends it without a session', async () => {
  begun(5.5 * minute)
  server.answers[`DELETE /api/projects/${projectId}`] = { success: true }
  await openWorkspace()
  await button('Delete Eleven Moths').click()
  await button('Delete').click()
  await said({ title: 'Project deleted successfully!' })
  await expect.element(button('Start')).toBeVisible()
  expect(logs()).toEqual([])
})

test('finishing the project of the timer finishes the timer too', async () => {
  begun(5.5 * minute)
  const done = exampleProject({ completedAt: '2026-11-21T20:00:00Z' })
  server.answers[`PUT /api/projects/${projectId}/toggle-completion`] = { project: done }
  server.answers[logPath] = counted(5, 225)
  await openWorkspace()
  await page.getByRole('checkbox', { name: 'Mark Eleven Moths as finished' }).click()
  await said({ title: 'Focus session completed!', description: 'Great work! You focused for 5 minutes.' })
  expect(logs()).toMatchObject([{ body: { projectId, duration: 5 } }])
})

test('where nothing can be kept it works, and says so', async () => {
  await openWorkspace()
  await expect.element(button('Start')).toBeEnabled()
  const { setItem } = Storage.prototype
  Storage.prototype.setItem = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  try {
    await button('Start').click()
    await expect
      .element(page.getByText('This browser cannot keep the timer. It goes on while this page stays open.'))
      .toBeVisible()
    await button('Finish').click()
    await said({ title: 'Focus session completed!' })
  } finally {
    Storage.prototype.setItem = setItem
  }
})

test('who has turned it on hears and is notified when the time is over, and only then', async () => {
  const noticed: unknown[] = []
  const tones: unknown[] = []
  vi.stubGlobal(
    'Notification',
    class {
      static permission = 'granted'
      constructor(title: string, { body }: NotificationOptions) {
        noticed.push([title, body])
      }
    },
  )
  vi.stubGlobal(
    'OscillatorNode',
    class extends OscillatorNode {
      override start(when?: number) {
        tones.push(when)
        super.start(when)
      }
    },
  )
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  localStorage.setItem(`foldout:${memberId}:timer-signals`, JSON.stringify({ sound: true, notice: true }))
  server.answers[logPath] = counted(25, 245)
  begun(300 * minute)
  await openWorkspace()
  await said({ title: 'Focus session completed!' })
  expect(noticed).toEqual([['Focus session completed!', 'Great work! You focused for 25 minutes.']])
  expect(tones).toHaveLength(2)
  await button('Start').click()
  await button('Finish').click()
  await said({ title: 'Focus session completed!', description: 'Session completed!' })
  expect(noticed).toHaveLength(1)
  expect(tones).toHaveLength(2)
  vi.restoreAllMocks()
})

async function openSessions() {
  server.answers[sessionsPath] = { sessions: [session('s1', 45), session('s2', 25)], nextCursor: null }
  server.answers[`${daysPath}&projectId=${projectId}`] = { today, days: [{ day: today, minutes: 70 }] }
  await openWorkspace()
  await button('Sessions of Eleven Moths').click()
  await expect.element(page.getByRole('dialog').getByText('45m')).toBeVisible()
}

test('a session is corrected where it stands, and the total follows at once', async () => {
  server.answers['PUT /api/focus-sessions/s1'] = counted(30, 205)
  await openSessions()
  await change('Correct', 45).click()
  const field = page.getByRole('textbox', { name: 'Minutes' })
  for (const wrong of ['0', '1441', '7.5', '0x1F', '1e3', '+5', 'x', '']) {
    await field.fill(wrong)
    await expect.element(button('Save')).toBeDisabled()
    await expect
      .element(field)
      .toHaveAccessibleDescription(expect.stringContaining('Whole minutes, from 1 to 1440.'))
  }
  await field.fill('30')
  addsUpTo(205)
  server.answers[sessionsPath] = { sessions: [session('s1', 30), session('s2', 25)], nextCursor: null }
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
  await expect.element(chart.getByText(/^1h 10m in all. Fullest day: /)).toBeVisible()
  await chart.getByText('As a table').click()
  await expect.element(chart.getByRole('table')).toBeVisible()
  expect(chart.getByRole('row').all()).toHaveLength(29)
  await shows(chart.getByRole('row').nth(28), '70')
})

test('sessions that could not be reached are asked for again; none says so', async () => {
  server.answers[sessionsPath] = new Response('', { status: 502 })
  server.answers[`${daysPath}&projectId=${projectId}`] = { today, days: [] }
  await openWorkspace()
  await button('Sessions of Eleven Moths').click()
  await expect.element(page.getByRole('heading', { name: 'The sessions could not be reached' })).toBeVisible()
  server.answers[sessionsPath] = { sessions: [], nextCursor: null }
  await button('Try again').click()
  await expect.element(page.getByText('No sessions yet. The focus timer logs them here.')).toBeVisible()
})

test('Start gives focus to Finish, Finish to Start, and Stop to Start', async () => {
  server.answers[logPath] = counted(5, 225)
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

test('stopping after the question gives focus to Start', async () => {
  server.answers[logPath] = counted(5, 225)
  begun(5.5 * minute, { minutes: 15 })
  await openWorkspace()
  await button('Stop').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(button('Start')).toHaveFocus()
})

test('switching gives focus back to the choice of the project', async () => {
  server.answers[logPath] = counted(5, 225)
  begun(5.5 * minute, { minutes: 15 })
  await openWorkspace()
  await chosenProject.selectOptions('Porch Light')
  await button('Switch').click()
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  await expect.element(chosenProject).toHaveValue(porchId)
  await expect.element(chosenProject).toHaveFocus()
})

test('running out gives focus to Start, but only from inside', async () => {
  server.answers[logPath] = counted(5, 225)
  begun(15 * minute - 1_500, { minutes: 15 })
  await openWorkspace()
  await expect.element(button('Finish')).toBeVisible()
  button('Finish').element().focus()
  await expect.element(button('Start')).toHaveFocus()
})

test('running out leaves focus alone that is elsewhere', async () => {
  server.answers[logPath] = counted(5, 225)
  begun(15 * minute - 1_500, { minutes: 15 })
  await openWorkspace()
  await expect.element(button('Finish')).toBeVisible()
  button('Finish').element().focus()
  button('New Project').element().focus()
  await expect.element(button('Start')).toBeVisible()
  await expect.element(button('New Project')).toHaveFocus()
})

test('minutes that were refused give focus to the panel when they go', async () => {
  begun(5.5 * minute, { minutes: 15 })
  server.answers[logPath] = refusal(404, 'Not found', 'not_found')
  await openWorkspace()
  await button('Finish').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  server.answers[logPath] = counted(5, 5)
  await button('Log them').click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(page.getByRole('complementary', { name: 'Focus timer' })).toHaveFocus()
})

test('on a phone the projects come first, and the timer is a bar that opens and folds', async () => {
  server.answers[logPath] = counted(5, 225)
  await page.viewport(390, 844)
  begun(5.5 * minute, { minutes: 15 })
  await openWorkspace()
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
  begun(5.5 * minute, { minutes: 15 })
  await openWorkspace()
  server.answers[logPath] = refusal(404, 'Not found', 'not_found')
  await page.getByRole('button', { name: /^Open the timer/ }).click()
  await button('Finish').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await cleanup()
  await openWorkspace()
  await expect.element(page.getByRole('alert')).toBeVisible()
})
