import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import type { Project } from '#contract/projects.ts'
import { workspaceDelays } from '#contract/workspace-limits.ts'
import { announceViewerChange } from '#web/accounts/viewer-changes.ts'
import { keep, keptKeys, readKept } from '#web/browser/local-storage.ts'
import { draftId } from '#web/drafts/example-draft.testing.ts'
import { fakeServer, member, memberId, openSite, refusal } from '#web/site/site.testing.tsx'
import { readToast, type ToastWords } from '#web/ui/toasts/toast-store.ts'
import { Page } from './editor-page.tsx'
import { draftPrefix } from './session/kept-drafts.ts'

const projectId = '0199a0b2-0000-7000-8000-0000000000a1'
const path = `/api/projects/${projectId}`
const put = `PUT ${path}?brief=true`
const drafts = draftPrefix(memberId, projectId)
const example: Project = {
  id: projectId,
  userId: memberId,
  title: 'Eleven Moths',
  notes: 'Page 1.',
  version: 3,
  totalMinutes: 0,
  completedAt: null,
  zineId: null,
  createdAt: '2026-11-01T20:00:00Z',
  updatedAt: '2026-11-20T20:00:00Z',
}

/** A save that a test does not answer is lost. */
const server = fakeServer({
  '/api/auth/user': { user: member },
  [`GET ${path}`]: { project: example },
  [`${path}/versions`]: { versions: [] },
})

/** What the server answers to a save: the project with the new text, without the notes. */
function saved(title: string, version: number) {
  const { notes, ...project } = example
  return { project: { ...project, title, version } }
}

const changedElsewhere = (notes: string, version: number) =>
  Response.json(
    {
      error: 'Changed elsewhere.',
      code: 'changed_elsewhere',
      requestId: 'r',
      project: { ...example, notes, version },
    },
    { status: 409 },
  )

async function openEditor({ isNewcomer = false } = {}) {
  if (!isNewcomer) keep(`foldout:${memberId}:seen:editor`, true)
  await openSite({
    at: `/project/${projectId}/edit`,
    routes: [{ path: '/project/:id/edit', Component: Page }],
  })
}

/** An editor that is left still keeps and sends what it has: the next test begins after that, with nothing kept. */
afterEach(async () => {
  vi.restoreAllMocks()
  await cleanup()
  await new Promise((done) => setTimeout(done, 50))
  localStorage.clear()
})

const notes = page.getByLabelText('Notes')
const title = page.getByLabelText('Title')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const stateIs = (word: string) =>
  expect.poll(() => document.querySelector('.editor-state')?.textContent).toMatch(new RegExp(`^${word}`))
const said = (words: ToastWords) => expect.poll(readToast).toMatchObject({ ...words, open: true })

/** Types at the end of the notes, as the browser does it. */
async function type(text: string) {
  await expect.element(notes).toBeVisible()
  const field = notes.element() as HTMLTextAreaElement
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
  document.execCommand('insertText', false, text)
  await expect.element(notes).toHaveFocus()
}

const someoneElse = '0199a0b2-0000-7000-8000-000000000002'
const puts = () => server.asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)

test('a project opens with its title and notes, and says that it is saved', async () => {
  let answer = (_: unknown) => {}
  server.answers[`GET ${path}`] = new Promise((resolve) => {
    answer = resolve
  })
  await openEditor()
  await expect.element(page.getByText('Loading project...')).toBeVisible()
  answer({ project: example })
  await expect.element(title).toHaveValue('Eleven Moths')
  await expect.element(notes).toHaveValue('Page 1.')
  await stateIs('Saved')
  await expect.element(button('Undo')).toBeDisabled()
  await expect.element(page.getByText('12 of 60')).toBeVisible()
})

test('words that were not saved before the project went can still be had', async () => {
  keep(`${drafts}gone`, { title: 'Moths', notes: 'Page 1. Window.', version: 3, sent: [], at: 1 })
  server.answers[`GET ${path}`] = refusal(404, 'There is no such project.', 'not_found')
  await openEditor()
  await expect.element(button('Copy the notes')).toBeVisible()
})

test('Ctrl and S saves at once; Ctrl and Z, Y, Shift+Z go back and forth', async () => {
  server.answers[put] = saved('Eleven Moths', 4)
  await openEditor()
  await type(' Window.')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(page.getByRole('status').getByText('Saved', { exact: true })).toBeInTheDocument()
  expect(puts()).toHaveLength(1)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(notes).toHaveValue('Page 1.')
  await expect.element(button('Undo')).toBeDisabled()
  await userEvent.keyboard('{Control>}y{/Control}')
  await expect.element(notes).toHaveValue('Page 1. Window.')
  await userEvent.keyboard('{Control>}z{/Control}')
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.element(notes).toHaveValue('Page 1. Window.')
  expect((notes.element() as HTMLTextAreaElement).selectionStart).toBe('Page 1. Window.'.length)
  await button('Undo').click()
  await expect.element(notes).toHaveFocus()
  await type('!')
  await expect.element(button('Redo')).toBeDisabled()
})

test('a title is one line of sixty letters, and must be one', async () => {
  server.answers[put] = saved('Eleven Moths', 4)
  await openEditor()
  await title.click()
  await userEvent.keyboard('{End}{Enter}s{Enter}')
  await expect.element(title).toHaveValue('Eleven Mothss')
  await userEvent.keyboard('{End}')
  document.execCommand('insertText', false, ' by\r\n  Night\u2028and\u0085\vDay')
  await expect.element(title).toHaveValue('Eleven Mothss by Night and Day')
  await title.fill('x'.repeat(70))
  await expect.poll(() => (title.element() as HTMLTextAreaElement).value.length).toBe(60)
  await title.fill('')
  await stateIs('A project needs a title')
  await type(' Still saved.')
  await button('Save project').click()
  await expect.poll(puts).toEqual([{ notes: 'Page 1. Still saved.', version: 3, userId: memberId }])
  await stateIs('A project needs a title')
})

test('a save that fails says so, and is tried again by hand or by itself', async () => {
  server.answers[put] = refusal(500, 'Something went wrong.', 'internal')
  await openEditor()
  await type(' Window.')
  await button('Save project').click()
  await stateIs('Not saved')
  await expect.element(page.getByText(/Something went wrong\./)).toBeVisible()
  expect(readKept(keptKeys(drafts)[0] ?? '')).toMatchObject({ notes: 'Page 1. Window.', version: 3 })
  server.answers[put] = saved('Eleven Moths', 4)
  await button('Try again').click()
  await stateIs('Saved')
})

test('a guest is asked in', async () => {
  server.answers['/api/auth/user'] = { user: null }
  await openEditor()
  await expect.element(page.getByRole('main').getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(server.calls(path)).toBe(0)
})

test('whoever was signed out signs in and goes on', async () => {
  server.answers[put] = refusal(401, 'Please sign in.', 'not_signed_in')
  await openEditor()
  await type(' Window.')
  await button('Save project').click()
  await stateIs('Not saved')
  server.answers['POST /api/auth/sign-in/email'] = { user: { id: memberId } }
  server.answers['/api/users/create-profile'] = { user: { id: memberId } }
  server.answers[put] = saved('Eleven Moths', 4)
  await button('Sign in and go on').click()
  const sheet = page.getByRole('dialog', { name: 'Sign In' })
  await expect.element(sheet.getByText(/Nothing is lost/)).toBeVisible()
  await sheet.getByLabelText('Email or username').fill('wren@moths.example')
  await sheet.getByLabelText('Password').fill('mothmoth')
  await sheet.getByRole('button', { name: 'Sign In' }).click()
  await stateIs('Saved')
  await expect.element(notes).toHaveValue('Page 1. Window.')
})

test('whoever else signs in over the canvas gets nothing of it, and sends nothing of it', async () => {
  server.answers[put] = refusal(401, 'Please sign in.', 'not_signed_in')
  await openEditor()
  await type(' Window.')
  await button('Save project').click()
  await stateIs('Not saved')
  const sent = puts().length
  server.answers['/api/auth/user'] = { user: { ...member, id: someoneElse, username: 'moss' } }
  server.answers[`GET ${path}`] = refusal(404, 'There is no such project.', 'not_found')
  announceViewerChange()
  await expect.element(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible()
  expect(puts()).toHaveLength(sent)
  expect(readKept(keptKeys(drafts)[0] ?? '')).toMatchObject({ notes: 'Page 1. Window.' })
})

test('notes over a megabyte are said to be at once', async () => {
  server.answers[`GET ${path}`] = { project: { ...example, notes: 'x'.repeat(999_990) } }
  await openEditor()
  await type('y'.repeat(12_000))
  await stateIs('Not saved')
  await expect.element(page.getByText(/^Over by 12 kB, not saved until it is shorter\./)).toBeVisible()
})

test('when the browser keeps nothing, that is said', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  await openEditor({ isNewcomer: true })
  await type(' Window.')
  await expect.element(page.getByText(/your text is only in this tab/)).toBeVisible()
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
})

test('taking the saved text leaves one’s own among the earlier versions', async () => {
  server.answers[put] = changedElsewhere('Page 2.', 4)
  await openEditor()
  await type(' Window.')
  await button('Save project').click()
  await button('Compare and choose').click()
  await button('Take the saved one').click()
  await expect.element(notes).toHaveValue('Page 2.')
  await expect.element(notes).toHaveFocus()
  await stateIs('Saved')
  await button('Project menu').click()
  await page.getByRole('menuitem', { name: 'Earlier Versions' }).click()
  const earlier = page.getByRole('dialog', { name: 'Earlier Versions' })
  await expect.element(earlier.getByText(/only in this browser/)).toBeVisible()
  await earlier.getByRole('button', { name: 'Restore' }).click()
  await expect.element(notes).toHaveValue('Page 1. Window.')
})

test('when one’s own text cannot be put aside, it is not replaced and that is said', async () => {
  server.answers[put] = changedElsewhere('Page 2.', 4)
  await openEditor()
  await type(' Window.')
  await button('Save project').click()
  await button('Compare and choose').click()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Full', 'QuotaExceededError')
  })
  await button('Take the saved one').click()
  await expect.element(page.getByText(/Nothing was replaced/)).toBeVisible()
  await expect.element(notes).toHaveValue('Page 1. Window.')
  await expect.element(button('Compare and choose')).toBeVisible()
})

test('a version that is looked at stays, although a save takes it from the list', async () => {
  const version = (at: number) => ({
    version: at,
    title: 'Moths',
    excerpt: `Old ${at}.`,
    length: at,
    savedAt: '2026-11-01T10:00:00Z',
  })
  server.answers[`${path}/versions`] = { versions: [version(3), version(2), version(1)] }
  for (const at of [1, 2, 3])
    server.answers[`${path}/versions/${at}`] = { version: { ...version(at), notes: `Old ${at}.` } }
  const answer = Promise.withResolvers<unknown>()
  server.answers[put] = answer.promise
  await openEditor()
  await type(' Window.')
  await button('Project menu').click()
  await page.getByRole('menuitem', { name: 'Earlier Versions' }).click()
  await expect.element(page.getByText('Looking through the drawer...')).toBeVisible()
  expect(puts()).toHaveLength(1)
  answer.resolve(refusal(500, 'Something went wrong.', 'internal'))
  await page.getByRole('button', { name: /1 letter/ }).click()
  await expect.element(page.getByText('Old 1.')).toBeVisible()
  server.answers[`${path}/versions`] = { versions: [version(4), version(3), version(2)] }
  server.answers[`${path}/versions/1`] = refusal(404, 'There is no such version.', 'not_found')
  server.answers[put] = saved('Eleven Moths', 4)
  await expect.poll(() => server.calls(`${path}/versions/1`)).toBe(2)
  await expect.element(page.getByText('Old 1.')).toBeVisible()
  await button('Restore').click()
  await expect.element(notes).toHaveValue('Old 1.')
})

test('leaving asks when the words could not be saved, and staying stays', async () => {
  await openEditor()
  await type(' Window.')
  await page.getByRole('link', { name: 'Back' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect.element(notes).toHaveValue('Page 1. Window.')
  await page.getByRole('link', { name: 'Back' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect.element(page.getByText(`at /profile/${memberId}`)).toBeVisible()
  expect(readKept(keptKeys(drafts)[0] ?? '')).toMatchObject({ notes: 'Page 1. Window.' })
})

test('deleting asks first; when it fails nothing is lost', async () => {
  server.answers[`DELETE ${path}`] = refusal(500, 'No.', 'internal')
  await openEditor()
  await type(' Window.')
  await button('Project menu').click()
  await page.getByRole('menuitem', { name: 'Delete Project' }).click()
  const question = page.getByRole('alertdialog')
  await expect
    .element(
      question.getByText('Are you sure you want to delete this project? This action cannot be undone.'),
    )
    .toBeVisible()
  await question.getByRole('button', { name: 'Delete Project' }).click()
  await said({ title: 'Error', description: 'Failed to delete project', variant: 'destructive' })
  await expect.element(question.getByRole('button', { name: 'Delete Project' })).toHaveFocus()
  await expect.element(notes).toHaveValue('Page 1. Window.')
  server.answers[`DELETE ${path}`] = { success: true }
  await question.getByRole('button', { name: 'Delete Project' }).click()
  await said({ title: 'Project deleted successfully' })
  await expect.element(page.getByText(`at /profile/${memberId}`)).toBeVisible()
  expect(keptKeys(drafts)).toEqual([])
})

test('a project deleted meanwhile becomes a new one', async () => {
  server.answers[put] = refusal(404, 'There is no such project.', 'not_found')
  await openEditor()
  await type(' Window.')
  await button('Save project').click()
  await expect.element(page.getByText(/deleted somewhere else/)).toBeVisible()
  server.answers['POST /api/projects'] = { project: { ...example, notes: 'Page 1. Window.' } }
  await button('Save as a new project').click()
  await expect
    .poll(() => server.bodyOf('/api/projects'))
    .toMatchObject({
      title: 'Eleven Moths',
      notes: 'Page 1. Window.',
    })
})

async function openGone() {
  server.answers[put] = refusal(404, 'There is no such project.', 'not_found')
  await openEditor()
  await type(' Window.')
  await button('Save project').click()
  await expect.element(button('Save as a new project')).toBeVisible()
}

const madeAnew = (words: string, version: number) => ({ project: { ...example, notes: words, version } })
const newPath = () => {
  const { id } = server.bodyOf('/api/projects') as { id: string }
  return `/api/projects/${id}`
}

test('what is typed while a new project is made of a text is in it', async () => {
  const answer = Promise.withResolvers<unknown>()
  server.answers['POST /api/projects'] = answer.promise
  await openGone()
  await button('Save as a new project').click()
  await type(' Lamp.')
  server.answers[`PUT ${newPath()}`] = madeAnew('Page 1. Window. Lamp.', 2)
  answer.resolve(madeAnew('Page 1. Window.', 1))
  await expect.poll(() => puts().at(-1)).toMatchObject({ notes: 'Page 1. Window. Lamp.', version: 1 })
  await expect.poll(() => keptKeys(drafts)).toEqual([])
})

test('a new project whose answer was lost gets what was typed since', async () => {
  await openGone()
  await button('Save as a new project').click()
  await said({ title: 'Not saved' })
  await type(' Lamp.')
  server.answers['POST /api/projects'] = madeAnew('Page 1. Window.', 1)
  await button('Save as a new project').click()
  await said({ title: 'Not saved' })
  await expect.element(notes).toHaveValue('Page 1. Window. Lamp.')
  expect(keptKeys(drafts)).toHaveLength(1)
  server.answers[`PUT ${newPath()}`] = madeAnew('Page 1. Window. Lamp.', 2)
  await button('Save as a new project').click()
  await expect.poll(() => keptKeys(drafts)).toEqual([])
  expect(puts().at(-1)).toMatchObject({ notes: 'Page 1. Window. Lamp.', version: 1 })
})

test('a new project that was written elsewhere before its answer came stays as it is', async () => {
  await openGone()
  server.answers['POST /api/projects'] = madeAnew('Written elsewhere.', 4)
  await button('Save as a new project').click()
  await expect.poll(() => server.calls('/api/projects')).toBe(2)
  const [first, second] = server.asked
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => (body as { id: string }).id)
  expect(first).not.toBe(second)
  expect(server.calls(`/api/projects/${first}`)).toBe(0)
})

test.each([true, false])('the notes grow with their text (sized by the browser: %s)', async (isSupported) => {
  const fixed = document.createElement('style')
  fixed.textContent = '.canvas textarea { field-sizing: fixed }'
  if (!isSupported) {
    vi.spyOn(CSS, 'supports').mockReturnValue(false)
    document.head.append(fixed)
  }
  await openEditor()
  const height = () => notes.element().getBoundingClientRect().height
  await expect.element(notes).toBeVisible()
  const before = height()
  await type('\n'.repeat(40))
  await expect.poll(height).toBeGreaterThan(before + 200)
  await button('Undo').click()
  await expect.poll(height).toBe(before)
  fixed.remove()
})

test('the onboarding comes after a second, once', async () => {
  await openEditor({ isNewcomer: true })
  const sheet = page.getByRole('dialog', { name: 'Your Project Canvas' })
  await expect.element(sheet).toBeVisible()
  await expect.element(sheet.getByRole('listitem')).toHaveLength(4)
  await sheet.getByRole('button', { name: "Got it, let's create!" }).click()
  await expect.element(sheet).not.toBeInTheDocument()
  expect(readKept(`foldout:${memberId}:seen:editor`)).toBe(true)
})

test('the onboarding waits until the field is left', async () => {
  await openEditor({ isNewcomer: true })
  await type(' Window.')
  await new Promise((done) => setTimeout(done, workspaceDelays.editorOnboarding * 1.3))
  await userEvent.keyboard(' Lamp.')
  await expect.element(notes).toHaveValue('Page 1. Window. Lamp.')
  const sheet = page.getByRole('dialog', { name: 'Your Project Canvas' })
  await expect.element(sheet).not.toBeInTheDocument()
  const field = notes.element() as HTMLTextAreaElement
  field.blur()
  await expect.element(sheet).toBeVisible()
})

test('a project is laid out from its canvas, and what was typed is saved on the way', async () => {
  server.answers[put] = saved('Eleven Moths', 4)
  server.answers[`/api/users/${memberId}/drafts`] = { drafts: [] }
  server.answers['POST /api/drafts'] = { draft: { id: draftId } }
  await openEditor()
  await type(' Window.')
  await button('Project menu').click()
  await page.getByRole('menuitem', { name: 'Lay out as a zine' }).click()
  await expect.element(page.getByText(`at /draft/${draftId}`)).toBeVisible()
  expect(server.bodyOf('/api/drafts')).toEqual({ projectId: example.id, content: { title: 'Eleven Moths' } })
  expect(server.writes().filter(({ method }) => method === 'PUT')[0]?.body).toMatchObject({
    notes: 'Page 1. Window.',
  })
})

test('a session that was renewed in another tab is used at once', async () => {
  server.answers[put] = refusal(401, 'Please sign in.', 'not_signed_in')
  await openEditor()
  await type(' Window.')
  await button('Save project').click()
  await expect.element(page.getByText(/You were signed out/)).toBeVisible()
  server.answers[put] = saved('Eleven Moths', 4)
  announceViewerChange()
  await stateIs('Saved')
})

test('a save says whose it is, and in the session of somebody else it waits for its own', async () => {
  server.answers[put] = refusal(403, 'You can only do this for yourself.', 'not_yours')
  await openEditor()
  await type(' Window.')
  await button('Save project').click()
  await expect.element(button('Sign in and go on')).toBeVisible()
  expect(server.asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({ userId: memberId })
})

test('a project that is back after all is saved when that is asked for', async () => {
  server.answers[put] = refusal(404, 'There is no such project.', 'not_found')
  await openEditor()
  await type(' Window.')
  await button('Save project').click()
  await expect.element(button('Save as a new project')).toBeVisible()
  server.answers[put] = saved('Eleven Moths', 4)
  await userEvent.keyboard('{Control>}s{/Control}')
  await stateIs('Saved')
})

test('a text put aside is thrown away after a question, and only that one', async () => {
  const aside = { title: 'Eleven Moths', version: 3, sent: [], isAside: true }
  keep(`${drafts}a`, { ...aside, notes: 'Aside.', at: 2 })
  keep(`${drafts}b`, { ...aside, notes: 'Another.', at: 1 })
  await openEditor()
  await button('Project menu').click()
  await page.getByRole('menuitem', { name: 'Earlier Versions' }).click()
  const sheet = page.getByRole('dialog', { name: 'Earlier Versions' })
  const question = page.getByRole('alertdialog', { name: 'Throw this text away?' })
  await sheet.getByRole('button', { name: 'Throw away' }).click()
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect.element(sheet.getByText('Aside.', { exact: true })).toBeVisible()
  await sheet.getByRole('button', { name: 'Throw away' }).click()
  await question.getByRole('button', { name: 'Throw away' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(sheet.getByText('Another.', { exact: true })).toBeVisible()
  expect(keptKeys(drafts)).toEqual([`${drafts}b`])
  await expect.poll(() => sheet.element().contains(document.activeElement)).toBe(true)
})
