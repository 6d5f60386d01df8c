import { beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { exampleProject, exampleTicket, projectId } from '#web/projects/example-project.testing.ts'
import { Workspace } from '#web/projects/workspace.tsx'
import { fakeServer, member, memberId, openSite, refusal } from '#web/site/site.testing.tsx'
import { readToast, type ToastWords } from '#web/ui/toasts/toast-store.ts'
import { timerKey, unsentKey } from '../timer/timer-model.ts'

const minute = 60_000
const today = new Intl.DateTimeFormat('sv-SE').format(new Date())
const timeZone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)
const days = `/api/users/${memberId}/focus-days?timeZone=${timeZone}`
const porchId = '0199a0b2-0000-7000-8000-0000000000a2'
const activePath = `/api/users/${memberId}/projects?state=active&brief=true`
const logPath = '/api/focus-sessions'
const server = fakeServer({
  '/api/auth/user': { user: member },
  [activePath]: {
    projects: [exampleTicket({}), exampleTicket({ id: porchId, title: 'Porch Light', totalMinutes: 52 })],
    nextCursor: null,
  },
  [`/api/users/${memberId}/projects?state=finished&brief=true`]: { projects: [], nextCursor: null },
  [days]: { today, days: [] },
  '/healthz': { status: 'ok' },
})

beforeEach(async () => {
  // Wide enough for the timer to stand open beside the projects.
  await page.viewport(1280, 900)
  localStorage.clear()
  localStorage.setItem(`foldout:${memberId}:seen:workspace`, 'true')
  document.title = 'wren · Foldout'
})

/** From now on the server's list says that much of Eleven Moths. */
function addsUpTo(totalMinutes: number) {
  const porch = exampleTicket({ id: porchId, title: 'Porch Light', totalMinutes: 52 })
  server.answers[activePath] = { projects: [exampleTicket({ totalMinutes }), porch], nextCursor: null }
}

const sessionId = '0199a0b2-0000-4000-8000-0000000000b1'

/** A timer that was begun so many milliseconds ago, by a page before this one. */
function begun(ago: number, project = { id: projectId, title: 'Eleven Moths' }, id = sessionId) {
  const run = { sessionId: id, project, minutes: 25, startedAt: Date.now() - ago }
  const kept = { timer: { minutes: 25, projectId: project.id, run }, ahead: 0, isSiteTime: false }
  localStorage.setItem(timerKey(memberId), JSON.stringify(kept))
}

const keptRun = () => JSON.parse(localStorage.getItem(timerKey(memberId)) ?? '{}').timer?.run

const WorkspacePage = () => (
  <main>
    <Workspace userId={memberId} />
  </main>
)
const open = () => openSite({ at: '/workspace', routes: [{ path: '/workspace', Component: WorkspacePage }] })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const shows = (place: Locator, text: string | RegExp) => expect.element(place.getByText(text)).toBeVisible()
const said = (words: ToastWords) => expect.poll(readToast).toMatchObject({ ...words, open: true })
const logs = () => server.asked.filter(({ method, path }) => method === 'POST' && path === logPath)
const stub = (title: string) => page.getByRole('article').filter({ hasText: title })
const project = page.getByLabelText('Project', { exact: true })
const counted = (duration: number, totalMinutes: number) => ({
  session: { id: sessionId, projectId, userId: memberId, duration, sessionType: 'focus', startedAt: '' },
  totalMinutes,
})

test('it starts with what was chosen, keeps it, and shows the time in the tab’s title', async () => {
  await open()
  await shows(page.getByRole('timer'), '25 minutes left')
  await page.getByRole('radio', { name: '45' }).click({ force: true })
  await project.selectOptions('Porch Light')
  await button('Start').dblClick()
  await expect.element(page.getByText('Running')).toBeVisible()
  await expect.element(page.getByText('Finishing now logs nothing yet.')).toBeVisible()
  expect(keptRun()).toMatchObject({ minutes: 45, project: { id: porchId } })
  await expect.poll(() => document.title).toMatch(/^4[45]:\d\d · wren · Foldout$/)
  await expect.element(stub('Porch Light')).toHaveClass('project-ticket-active')
})

test('after a reload it goes on, and finishing logs the whole minutes once', async () => {
  begun(7.5 * minute)
  server.answers[logPath] = counted(7, 227)
  await open()
  await shows(page.getByRole('timer'), /17 minutes \d+ seconds? left/)
  await expect.element(page.getByText('7 of 25 minutes printed')).toBeVisible()
  await expect.element(page.getByText('Finishing now logs 7 minutes.')).toBeVisible()
  addsUpTo(227)
  await button('Finish').dblClick()
  await said({ title: 'Focus session completed!', description: 'Great work! You focused for 7 minutes.' })
  await shows(stub('Eleven Moths'), '3h 47m')
  await expect.element(button('Start')).toBeVisible()
  expect(logs()).toMatchObject([
    { body: { id: sessionId, projectId, duration: 7, sessionType: 'focus', userId: memberId } },
  ])
  await expect.poll(() => document.title).toBe('wren · Foldout')
})

test('while the site is asked for the time, Finish is taken and shown', async () => {
  begun(5.5 * minute)
  let tell = (_: unknown) => {}
  server.answers['/healthz'] = new Promise((resolve) => {
    tell = resolve
  })
  server.answers[logPath] = counted(5, 225)
  await open()
  await button('Finish').click()
  await expect.element(button('Finishing…')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button('Stop')).toBeDisabled()
  await expect.element(page.getByText(/^One moment: the site is asked/)).toBeVisible()
  tell({ status: 'ok' })
  await said({ title: 'Focus session completed!', description: 'Great work! You focused for 5 minutes.' })
  expect(logs()).toHaveLength(1)
})

test('less than a minute is finished and not logged', async () => {
  begun(30_000)
  await open()
  await button('Finish').click()
  await said({ title: 'Focus session completed!', description: 'Session completed!' })
  expect(logs()).toEqual([])
  expect(keptRun()).toBeNull()
})

test('what ran out meanwhile is logged in full, and the timer is reset', async () => {
  begun(300 * minute)
  server.answers[logPath] = counted(25, 245)
  await open()
  await said({ title: 'Focus session completed!', description: 'Great work! You focused for 25 minutes.' })
  await shows(page.getByRole('timer'), '25 minutes left')
  await expect.poll(logs).toHaveLength(1)
  expect(logs()[0]?.body).toMatchObject({ duration: 25 })
})

test('stopping asks when there is something to lose, and logs nothing', async () => {
  begun(9.5 * minute)
  await open()
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
  begun(4.5 * minute)
  server.answers[logPath] = counted(4, 224)
  await open()
  await project.selectOptions('Porch Light')
  await expect
    .element(
      page.getByText('4 minutes are logged for "Eleven Moths". Then 25 minutes begin for "Porch Light".'),
    )
    .toBeVisible()
  await button('Cancel').click()
  await expect.element(project).toHaveValue(projectId)
  expect(keptRun()).toMatchObject({ sessionId })
  await project.selectOptions('Porch Light')
  await button('Switch').click()
  await expect.element(project).toHaveValue(porchId)
  await expect.poll(() => keptRun()?.project.id).toBe(porchId)
  expect(logs()).toMatchObject([{ body: { id: sessionId, projectId, duration: 4 } }])
})

test('offline a session waits, counts already, and is sent when the network is back', async () => {
  begun(5.5 * minute)
  await open()
  await button('Finish').click()
  await expect
    .element(page.getByText('5 minutes will be sent as soon as the site can be reached.'))
    .toBeVisible()
  await shows(stub('Eleven Moths'), '3h 45m')
  expect(JSON.parse(localStorage.getItem(unsentKey(memberId)) ?? '{}').waiting).toHaveLength(1)
  server.answers[logPath] = counted(5, 225)
  addsUpTo(225)
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText(/minutes will be sent/)).not.toBeInTheDocument()
  await shows(stub('Eleven Moths'), '3h 45m')
  expect(JSON.parse(localStorage.getItem(unsentKey(memberId)) ?? '{}').waiting).toEqual([])
})

test('a session of somebody who was signed out waits for them, and is sent once they sign in', async () => {
  begun(5.5 * minute)
  server.answers[logPath] = refusal(401, 'You are not signed in.', 'not_signed_in')
  await open()
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
  begun(5.5 * minute, { id: 'gone', title: 'A Lost Project' })
  server.answers[logPath] = refusal(404, 'Not found', 'not_found')
  await open()
  await expect.element(project).toHaveValue('gone')
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
  await open()
  await button('Finish').click()
  await button('Drop them').click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(JSON.parse(localStorage.getItem(unsentKey(memberId)) ?? '{}').waiting).toEqual([])
})

test('deleting the project of the timer ends it without a session', async () => {
  begun(5.5 * minute)
  server.answers[`DELETE /api/projects/${projectId}`] = { success: true }
  await open()
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
  await open()
  await page.getByRole('checkbox', { name: 'Mark Eleven Moths as finished' }).click()
  await said({ title: 'Focus session completed!', description: 'Great work! You focused for 5 minutes.' })
  expect(logs()).toMatchObject([{ body: { projectId, duration: 5 } }])
})

test('another tab’s timer shows here', async () => {
  await open()
  await expect.element(button('Start')).toBeVisible()
  const before = localStorage.getItem(timerKey(memberId))
  begun(3.5 * minute)
  const newValue = localStorage.getItem(timerKey(memberId))
  window.dispatchEvent(
    new StorageEvent('storage', {
      key: timerKey(memberId),
      oldValue: before,
      newValue,
      storageArea: localStorage,
    }),
  )
  await expect.element(page.getByText('3 of 25 minutes printed')).toBeVisible()
})

test('where nothing can be kept it works, and says so', async () => {
  await open()
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

test('it rings and notifies only for who turned it on', async () => {
  await open()
  await expect.element(page.getByRole('checkbox', { name: 'Ring' })).not.toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: 'Notify' })).not.toBeChecked()
  await page.getByRole('checkbox', { name: 'Ring' }).click()
  expect(JSON.parse(localStorage.getItem(`foldout:${memberId}:timer-signals`) ?? '{}')).toEqual({
    sound: true,
    notice: false,
  })
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
  begun(300 * minute, undefined, crypto.randomUUID())
  await open()
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

const session = (id: string, duration: number) => ({
  ...counted(duration, 0).session,
  id,
  startedAt: new Date().toISOString(),
})
const sessionsPath = `/api/projects/${projectId}/focus-sessions`

async function openSessions() {
  server.answers[sessionsPath] = { sessions: [session('s1', 45), session('s2', 25)], nextCursor: null }
  server.answers[`${days}&projectId=${projectId}`] = { today, days: [{ day: today, minutes: 70 }] }
  await open()
  await button('Sessions of Eleven Moths').click()
  await expect.element(page.getByRole('dialog').getByText('45m')).toBeVisible()
}

const change = (word: string, minutes: number) =>
  page.getByRole('button', { name: new RegExp(`^${word} ${minutes} minutes on`) })

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
  await shows(stub('Eleven Moths'), '3h 25m')
})

test('a session is removed after a question, and the total follows at once', async () => {
  server.answers['DELETE /api/focus-sessions/s2'] = { success: true, totalMinutes: 195 }
  await openSessions()
  await change('Remove', 25).click()
  await expect.element(page.getByText(/^25 minutes on .* are taken off the total/)).toBeVisible()
  addsUpTo(195)
  server.answers[sessionsPath] = { sessions: [session('s1', 45)], nextCursor: null }
  await button('Remove').click()
  await said({ title: 'Session removed' })
  await expect.element(change('Remove', 25)).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await shows(stub('Eleven Moths'), '3h 15m')
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
  server.answers[`${days}&projectId=${projectId}`] = { today, days: [] }
  await open()
  await button('Sessions of Eleven Moths').click()
  await expect.element(page.getByRole('heading', { name: 'The sessions could not be reached' })).toBeVisible()
  server.answers[sessionsPath] = { sessions: [], nextCursor: null }
  await button('Try again').click()
  await expect.element(page.getByText('No sessions yet. The focus timer logs them here.')).toBeVisible()
})
