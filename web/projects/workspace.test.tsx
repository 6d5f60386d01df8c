import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draftId, exampleDraft, exampleOpenDraft } from '#web/drafts/example-draft.testing.ts'
import { exampleId } from '#web/site/example-id.testing.ts'
import { button, expectGone, expectToast, expectVisible, heading } from '#web/site/expectations.testing.ts'
import { conflictResponse, errorResponse, memberId } from '#web/site/site.testing.tsx'
import { exampleProject, exampleTicket, projectId } from './example-project.testing.ts'
import { draftsOf } from './save-project.ts'
import {
  activePath,
  chosenProject,
  expectText,
  finishedPath,
  listed,
  openWorkspace,
  porchLight,
  ticket,
  workspaceServer,
} from './workspace.testing.tsx'

const projectPath = `/api/projects/${projectId}`
const togglePath = `${projectPath}/toggle-completion`
const moths = exampleTicket({})
const trap = exampleTicket({
  id: '0199a0b2-0000-7000-8000-0000000000a3',
  title: 'Trap, Count, Release',
  totalMinutes: 365,
  completedAt: '2026-11-10T20:00:00Z',
})
const server = workspaceServer({
  [finishedPath]: listed(trap),
  [projectPath]: { project: exampleProject({}) },
})

beforeEach(() => draftsOf(memberId).clear())

const { writes } = server
const box = (name: string) => page.getByRole('checkbox', { name: `Mark ${name} as finished` })
const titleField = page.getByRole('textbox', { name: 'Title' })
const notesField = page.getByRole('textbox', { name: /^Notes/ })
const dialog = page.getByRole('dialog')

test('projects that failed to load can be loaded again', async () => {
  // Holds the health check, which would otherwise retry automatically.
  server.hold('/healthz')
  server.responses[activePath] = errorResponse('internal', 'Something went wrong.')
  await openWorkspace()
  await expectVisible(page.getByRole('heading', { name: 'Your projects could not be loaded' }))
  server.responses[activePath] = listed(moths)
  await button('Try again').click()
  await expectVisible(ticket('Eleven Moths'))
})

test('more projects are loaded on request', async () => {
  server.responses[activePath] = { projects: [moths], nextCursor: 'next' }
  server.responses[`${activePath}&cursor=next`] = listed(porchLight)
  await openWorkspace()
  await expectVisible(page.getByRole('tab', { name: 'My Projects 1+' }))
  await button('Load more').click()
  await expectVisible(ticket('Porch Light'))
  await expect.element(page.getByRole('link', { name: 'Porch Light' })).toHaveFocus()
})

test('making pages from notes that cannot be loaded says so', async () => {
  server.responses[activePath] = listed(moths)
  server.responses[projectPath] = errorResponse('internal', 'Something went wrong.')
  await openWorkspace()
  await button('Menu of Eleven Moths').click()
  await page.getByRole('menuitem', { name: 'Make pages from notes' }).click()
  await expectToast({
    title: 'Error',
    description: 'The notes could not be loaded. Check your connection and try again.',
  })
})

test('the timer offers projects whose tickets are not loaded yet', async () => {
  server.responses[activePath] = { projects: [moths], nextCursor: 'next' }
  server.responses[`${activePath}&limit=100`] = listed(moths, porchLight)
  await openWorkspace()
  await chosenProject.selectOptions('Porch Light')
  await expect.element(chosenProject).toHaveValue(porchLight.id)
  await expectGone(ticket('Porch Light'))
})

test('ticking a project off finishes it once, however often it is clicked', async () => {
  const respond = server.hold(`PUT ${togglePath}`)
  await openWorkspace()
  await box('Eleven Moths').click()
  await box('Eleven Moths').click({ force: true })
  await expect.element(box('Eleven Moths')).toBeChecked()
  server.responses[activePath] = listed(porchLight)
  server.responses[finishedPath] = listed(moths, trap)
  respond({ project: exampleProject({ completedAt: '2026-11-21T20:00:00Z' }) })
  await expectToast({ title: 'Project completion status updated' })
  await expectGone(ticket('Eleven Moths'))
  await expectVisible(page.getByRole('tab', { name: 'Finished 2' }))
  expect(writes()).toEqual([{ method: 'PUT', path: togglePath, body: { userId: memberId, completed: true } }])
})

test('a project that could not be ticked off stays as it was', async () => {
  server.responses[`PUT ${togglePath}`] = new Response('', { status: 502 })
  await openWorkspace()
  await box('Eleven Moths').click()
  await expectToast({
    title: 'Error',
    description: 'Failed to update project completion',
    variant: 'destructive',
  })
  await expect.element(box('Eleven Moths')).not.toBeChecked()
})

async function typeNew(title: string) {
  await openWorkspace()
  await button('New Project').click()
  await expect.element(titleField).toHaveFocus()
  await titleField.fill(title)
}

async function createNew(title: string, notes = '') {
  await typeNew(title)
  await notesField.fill(notes)
  await button('Create Project').click()
}
const ids = () => writes().map(({ body }) => (body as { id: string }).id)

const created = { id: exampleId(1), title: 'What the Sill Kept', totalMinutes: 0 }

test('a new project is trimmed, created once under its own ID, and comes first', async () => {
  const respond = server.hold('POST /api/projects')
  await typeNew('   ')
  await expect.element(button('Create Project')).toBeDisabled()
  await titleField.fill(' What the Sill Kept ')
  await notesField.fill('\nJanuary to March.\n')
  await expect.element(titleField).toHaveAttribute('maxlength', '60')
  await button('Create Project').dblClick()
  await expect.element(button('Saving...')).toHaveAttribute('aria-disabled', 'true')
  server.responses[activePath] = listed(exampleTicket(created), moths, porchLight)
  respond({ project: exampleProject({ ...created, notes: 'January to March.', version: 1 }) })
  await expectToast({ title: 'Project created successfully!' })
  await expectGone(dialog)
  await expectText(page.getByRole('article').first(), /What the Sill Kept/)
  expect(writes()).toMatchObject([
    {
      path: '/api/projects',
      body: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        title: 'What the Sill Kept',
        notes: 'January to March.',
        totalMinutes: 0,
        userId: memberId,
      },
    },
  ])
})

test('a title that is pasted in several lines becomes one', async () => {
  await typeNew('Draft: ')
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', 'What the\r\n  Sill\u2028Kept\v\u0085Again')
  titleField.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.element(titleField).toHaveValue('Draft: What the Sill Kept Again')
})

test('typed text survives a failed save and a closed dialog, and is sent with the same ID', async () => {
  server.responses['POST /api/projects'] = new Response('', { status: 502 })
  await createNew('What the Sill Kept', 'January')
  await expectVisible('The project could not be saved. Please try again.')
  await userEvent.keyboard('{Escape}')
  await expectGone(dialog)
  await button('New Project').click()
  await expect.element(titleField).toHaveValue('What the Sill Kept')
  await expect.element(notesField).toHaveValue('January')
  server.responses['POST /api/projects'] = errorResponse(
    'invalid_request',
    'The title contains a character that cannot be stored.',
  )
  await button('Create Project').click()
  await expectVisible('The title contains a character that cannot be stored.')
  expect(new Set(ids()).size).toBe(1)
})

test('text typed after a lost response is saved too', async () => {
  server.responses['POST /api/projects'] = new Response('', { status: 502 })
  await createNew('What the Sill Kept')
  await expectVisible(page.getByRole('alert'))
  await notesField.fill('January')
  const created = exampleProject({ title: 'What the Sill Kept', notes: '', version: 1 })
  server.responses['POST /api/projects'] = { project: created }
  server.responses[`PUT ${projectPath}`] = { project: { ...created, notes: 'January', version: 2 } }
  await button('Create Project').click()
  await expectToast({ title: 'Project created successfully!' })
  expect(writes().at(-1)).toMatchObject({ method: 'PUT', body: { notes: 'January', version: 1 } })
})

test('a new project that was edited elsewhere before its response arrived is a choice', async () => {
  const remote = exampleProject({ title: 'What the Sill Kept', notes: 'Written in the editor.', version: 4 })
  server.responses['POST /api/projects'] = { project: remote }
  await createNew('What the Sill Kept', 'January')
  await expectText(page.getByRole('region', { name: 'The other text' }), 'Written in the editor.')
  server.responses[`PUT ${projectPath}`] = { project: { ...remote, notes: 'January', version: 5 } }
  await button('Overwrite it with mine').click()
  await expectToast({ title: 'Project created successfully!' })
  expect(writes().at(-1)).toMatchObject({ method: 'PUT', body: { notes: 'January', version: 4 } })
})

test('another project typed in a later form does not overwrite the one whose response was lost', async () => {
  server.responses['POST /api/projects'] = new Response('', { status: 502 })
  await createNew('What the Sill Kept')
  await expectVisible(page.getByRole('alert'))
  await userEvent.keyboard('{Escape}')
  await button('New Project').click()
  await titleField.fill('Porch Light')
  await button('Create Project').click()
  await expectVisible(page.getByRole('alert'))
  expect(new Set(ids()).size).toBe(2)
})

test('notes above the limit are rejected before they are sent', async () => {
  await typeNew('Long')
  await notesField.fill('ä'.repeat(500_001))
  await button('Create Project').click()
  await expectText(page.getByRole('dialog'), /^Notes can be at most 1 MB long/)
  expect(writes()).toEqual([])
})

test('a member whose session ended signs in again without losing their text', async () => {
  server.responses['POST /api/projects'] = errorResponse('not_signed_in', 'You are not signed in.')
  await createNew('What the Sill Kept')
  await expectVisible(page.getByRole('dialog', { name: /Sign In/ }))
  await userEvent.keyboard('{Escape}')
  await expect.element(titleField).toHaveValue('What the Sill Kept')
})

test('while a form is saving nothing can be typed that would not be sent', async () => {
  const respond = server.hold('POST /api/projects')
  await createNew('What the Sill Kept', 'January')
  await expect.element(notesField).toHaveAttribute('readonly')
  await notesField.click()
  await userEvent.keyboard(' to March')
  await expect.element(notesField).toHaveValue('January')
  await expect.element(notesField).toHaveFocus()
  respond(errorResponse('internal', 'Something went wrong.'))
  await expect.element(notesField).not.toHaveAttribute('readonly')
  await userEvent.keyboard(' to March')
  await expect.element(notesField).toHaveValue('January to March')
})

test('a late response to a closed form closes no other, and keeps newer text', async () => {
  const respond = server.hold('POST /api/projects')
  await createNew('What the Sill Kept')
  await userEvent.keyboard('{Escape}')
  await button('New Project').click()
  await notesField.fill('January')
  server.responses[activePath] = listed(exampleTicket(created), moths, porchLight)
  respond({ project: exampleProject({ ...created, notes: '', version: 1 }) })
  await expect.element(page.getByRole('link', { name: 'What the Sill Kept', includeHidden: true })).toBeInTheDocument()
  await expect.element(notesField).toHaveValue('January')
  await userEvent.keyboard('{Escape}')
  await button('New Project').click()
  await expect.element(notesField).toHaveValue('January')
})

const warnsBeforeReload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('a reload asks first while a form has unsaved text', async () => {
  await typeNew('What the Sill Kept')
  await expect.poll(warnsBeforeReload).toBe(true)
  await titleField.fill('')
  await expect.poll(warnsBeforeReload).toBe(false)
  await userEvent.keyboard('{Escape}')
  await button('Edit Eleven Moths').click()
  await expect.element(notesField).toHaveValue(exampleProject({}).notes)
  expect(warnsBeforeReload()).toBe(false)
  await notesField.fill('Written here.')
  await expect.poll(warnsBeforeReload).toBe(true)
})

async function edit() {
  await openWorkspace()
  await button('Edit Eleven Moths').click()
  await expect.element(notesField).toHaveValue('Redraw the yellow underwing.\nPage 5 stays blank.')
}

const conflict = (project: ReturnType<typeof exampleProject>) => conflictResponse(project)

test('notes that were written elsewhere meanwhile stay when only the title is changed here', async () => {
  const current = exampleProject({ notes: 'Written in the editor.', version: 9 })
  let attempts = 0
  Object.defineProperty(server.responses, `PUT ${projectPath}`, {
    get: () => (++attempts === 1 ? conflict(current) : { project: { ...current, title: 'Twelve Moths' } }),
  })
  await edit()
  await titleField.fill('Twelve Moths')
  await button('Update Project').click()
  await expectToast({ title: 'Project updated successfully!' })
  expect(writes().map(({ body }) => body)).toEqual([
    { title: 'Twelve Moths', version: 3, userId: memberId },
    { title: 'Twelve Moths', version: 9, userId: memberId },
  ])
})

test('notes that were changed in both places are a choice between the two', async () => {
  const current = exampleProject({ notes: 'Written in the editor.', version: 9 })
  server.responses[`PUT ${projectPath}`] = conflict(current)
  await edit()
  await notesField.fill('Written here.')
  await button('Update Project').click()
  await expectVisible(/changed somewhere else/)
  await expectText(page.getByRole('region', { name: 'The other text' }), 'Written in the editor.')
  await expect.element(notesField).toHaveValue('Written here.')
  server.responses[`PUT ${projectPath}`] = { project: { ...current, notes: 'Written here.', version: 10 } }
  await button('Overwrite it with mine').click()
  await expectToast({ title: 'Project updated successfully!' })
  expect(writes().at(-1)?.body).toEqual({ notes: 'Written here.', version: 9, userId: memberId })
})

test('the remote one of two conflicting texts can be chosen', async () => {
  server.responses[`PUT ${projectPath}`] = conflict(exampleProject({ notes: 'Written in the editor.', version: 9 }))
  await edit()
  await notesField.fill('Written here.')
  await button('Update Project').click()
  await button('Use the other text').click()
  await expect.element(notesField).toHaveValue('Written in the editor.')
  await expectGone(page.getByRole('alert'))
  await button('Update Project').click()
  await expectToast({ title: 'Project updated successfully!' })
  expect(writes()).toHaveLength(1)
})

test('text typed into a project is restored after its form was closed', async () => {
  await edit()
  await notesField.fill('Half a sentence')
  await userEvent.keyboard('{Escape}')
  await button('Edit Porch Light').click()
  await expectGone(notesField)
  await userEvent.keyboard('{Escape}')
  await button('Edit Eleven Moths').click()
  await expect.element(notesField).toHaveValue('Half a sentence')
})

test('a deleted or unreachable project cannot be edited', async () => {
  server.hold('/healthz')
  server.responses[projectPath] = new Response('', { status: 502 })
  await openWorkspace()
  await button('Edit Eleven Moths').click()
  await expectVisible(page.getByRole('heading', { name: 'The project could not be loaded' }))
  server.responses[projectPath] = errorResponse('not_found', 'Not found')
  server.responses[activePath] = listed(porchLight)
  await button('Try again').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('This project no longer exists.')
  await expectGone(ticket('Eleven Moths'))
})

const deleteQuestion =
  'Are you sure you want to delete "Eleven Moths"? This action cannot be undone and you will lose all your progress and focus sessions for this project.'

test('a project that could not be deleted stays, and so does the question', async () => {
  server.responses[`DELETE ${projectPath}`] = new Response('', { status: 502 })
  await openWorkspace()
  await button('Delete Eleven Moths').click()
  await button('Delete').click()
  await expectToast({ title: 'Error', description: 'Failed to delete project', variant: 'destructive' })
  await expectVisible(deleteQuestion)
  server.responses[`DELETE ${projectPath}`] = errorResponse('not_found', 'Not found')
  await button('Delete').click()
  await expectToast({ title: 'Project deleted successfully!' })
})

const drafts = `/api/users/${memberId}/drafts`
const menu = button('Menu of Eleven Moths')
const expectLayoutTable = () => expectVisible(`at /draft/${draftId}`)

test('a project is laid out as a zine of its title, with the keyboard alone', async () => {
  server.responses[drafts] = { drafts: [exampleDraft()] }
  server.responses['POST /api/drafts'] = { draft: exampleOpenDraft() }
  await openWorkspace()
  await expectVisible(menu)
  menu.element().focus()
  await userEvent.keyboard('{Enter}{Enter}')
  await expectLayoutTable()
  const body = { projectId, content: { title: 'Eleven Moths' } }
  expect(writes()).toEqual([{ method: 'POST', path: '/api/drafts', body }])
})

test('a project that is already on the table is continued', async () => {
  server.responses[drafts] = { drafts: [exampleDraft({ projectId })] }
  await openWorkspace()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Lay out images' }).click()
  await expectLayoutTable()
  expect(writes()).toEqual([])
})

test('a ticket links to the zine made from it, if there is one', async () => {
  server.responses[activePath] = listed({ ...moths, zineId: exampleId(1) }, porchLight)
  await openWorkspace()
  await expectVisible(ticket('Porch Light'))
  await page.getByRole('link', { name: 'See the zine' }).click()
  await expectVisible(`at /zine/${exampleId(1)}`)
})

test('the introduction card is shown once', async () => {
  localStorage.clear()
  await openWorkspace()
  await expectVisible(heading('This is your workspace'))
  expect(localStorage.getItem(`foldout:${memberId}:seen:workspace`)).toBe('true')
  await button('Got it').click()
  await expectGone(heading('This is your workspace'))
})
