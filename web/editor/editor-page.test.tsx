import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Project } from '#contract/projects.ts'
import { workspaceDelays } from '#contract/workspace-limits.ts'
import { announceViewerChange } from '#web/accounts/viewer-changes.ts'
import { listStoredKeys, persist, readStored } from '#web/browser/local-storage.ts'
import { draftId, exampleOpenDraft } from '#web/drafts/example-draft.testing.ts'
import { workspaceCache } from '#web/offline/cache-entries.ts'
import { keepCopy } from '#web/offline/keep-workspace.ts'
import { exampleProject, projectId } from '#web/projects/example-project.testing.ts'
import {
  button,
  cleanUpEditor,
  expectEditorState,
  expectGone,
  expectToast,
  expectVisible,
  fillStorage,
} from '#web/site/expectations.testing.ts'
import {
  conflictResponse,
  errorResponse,
  member,
  memberId,
  memberServer,
  openSite,
  signInOnSheet,
} from '#web/site/site.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { Page } from './editor-page.tsx'
import { projectDraftPrefix } from './save-project.ts'

const path = `/api/projects/${projectId}`
const savePath = `PUT ${path}?brief=true`
const drafts = projectDraftPrefix(memberId, projectId)
const example = exampleProject({ notes: 'Page 1.' })

/** Saves fail as if offline unless a test answers them. */
const server = memberServer({
  [`GET ${path}`]: { project: example },
  [`${path}/versions`]: { versions: [] },
})

/** The server's response to a save: the project with its new title and version, without the notes. */
function saved(title: string, version: number) {
  const { notes, ...project } = example
  return { project: { ...project, title, version } }
}

const changedElsewhere = (notes: string, version: number) => conflictResponse({ ...example, notes, version })

async function openEditor({ isNewcomer = false } = {}) {
  if (!isNewcomer) persist(`foldout:${memberId}:seen:editor`, true)
  const routes = [{ path: '/project/:id/edit', Component: Page }]
  await openSite({ at: `/project/${projectId}/edit`, routes })
}

cleanUpEditor()
afterEach(() => caches.delete(workspaceCache))

const notes = page.getByLabelText('Notes')
const title = page.getByLabelText('Title')

/** Types at the end of the notes with the browser's `insertText` command. */
async function type(text: string) {
  await expectVisible(notes)
  const field = notes.element() as HTMLTextAreaElement
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
  document.execCommand('insertText', false, text)
  await expect.element(notes).toHaveFocus()
}

/** Opens the editor, types and saves. The server gives this response. */
async function saveWith(response: unknown) {
  server.responses[savePath] = response
  await openEditor()
  await type(' Window.')
  await button('Save project').click()
}

async function chooseFromMenu(name: string) {
  await button('Project menu').click()
  await page.getByRole('menuitem', { name }).click()
}

const expectDraftStored = () =>
  expect(readStored(listStoredKeys(drafts)[0] ?? '')).toMatchObject({ notes: 'Page 1. Window.' })
const signedOut = errorResponse('not_signed_in', 'Please sign in.')
const notFound = errorResponse('not_found', 'There is no such project.')
const broken = errorResponse('internal', 'Something went wrong.')
const otherUserId = '0199a0b2-0000-7000-8000-000000000002'
const readSaves = () => server.requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)

test('while a project is read, that is said', async () => {
  server.hold(`GET ${path}`)
  await openEditor()
  await expectVisible('Loading project...')
})

test('unsaved text from before the project was deleted can still be copied', async () => {
  persist(`${drafts}gone`, { title: 'Moths', notes: 'Page 1. Window.', version: 3, sent: [], at: 1 })
  server.responses[`GET ${path}`] = notFound
  await openEditor()
  await expectVisible(button('Copy the notes'))
})

test('Ctrl+S saves immediately, Ctrl+Z undoes, and Ctrl+Y and Ctrl+Shift+Z redo', async () => {
  server.responses[savePath] = saved('Eleven Moths', 4)
  await openEditor()
  await type(' Window.')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.element(page.getByRole('status').getByText('Saved', { exact: true })).toBeInTheDocument()
  expect(readSaves()).toHaveLength(1)
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(notes).toHaveValue('Page 1.')
  await expect.element(button('Undo')).toBeDisabled()
  await userEvent.keyboard('{Control>}y{/Control}')
  await expect.element(notes).toHaveValue('Page 1. Window.')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(notes).toHaveValue('Page 1.')
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await expect.element(notes).toHaveValue('Page 1. Window.')
  expect((notes.element() as HTMLTextAreaElement).selectionStart).toBe('Page 1. Window.'.length)
  await button('Undo').click()
  await expect.element(notes).toHaveFocus()
  await type('!')
  await expect.element(button('Redo')).toBeDisabled()
})

test('a title is one line of sixty characters, and required', async () => {
  server.responses[savePath] = saved('Eleven Moths', 4)
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
  await expectEditorState('A project needs a title')
  await type(' Still saved.')
  await button('Save project').click()
  await expect.poll(readSaves).toEqual([{ notes: 'Page 1. Still saved.', version: 3, userId: memberId }])
  await expectEditorState('A project needs a title')
})

test('a failed save is reported, and retried manually or automatically', async () => {
  await saveWith(broken)
  await expectEditorState('Not saved')
  await expectVisible(/Something went wrong\./)
  expectDraftStored()
  // The automatic retry must not succeed before the button is pressed.
  const sent = readSaves().length
  await button('Try again').click()
  await expect.poll(() => readSaves().length).toBeGreaterThan(sent)
  server.responses[savePath] = saved('Eleven Moths', 4)
  await expectEditorState('Saved')
})

test('a guest is asked to sign in', async () => {
  server.responses['/api/auth/user'] = { user: null }
  await openEditor()
  await expectVisible(page.getByRole('main').getByRole('button', { name: 'Sign In' }))
  expect(server.calls(path)).toBe(0)
})

test('a signed-out member signs in again and continues', async () => {
  await saveWith(signedOut)
  await expectEditorState('Not saved')
  server.responses[savePath] = saved('Eleven Moths', 4)
  await button('Sign in and continue').click()
  await expectVisible(page.getByRole('dialog', { name: 'Sign In' }).getByText(/Nothing is lost/))
  await signInOnSheet()
  await expectEditorState('Saved')
  await expect.element(notes).toHaveValue('Page 1. Window.')
})

test('another member who signs in over the editor gets and sends none of its content', async () => {
  await saveWith(signedOut)
  await expectEditorState('Not saved')
  const sent = readSaves().length
  server.responses['/api/auth/user'] = { user: { ...member, id: otherUserId, username: 'moss' } }
  server.responses[`GET ${path}`] = notFound
  announceViewerChange()
  await expectVisible(page.getByRole('heading', { name: 'Project Not Found' }))
  expect(readSaves()).toHaveLength(sent)
  expectDraftStored()
})

test('notes over a megabyte are reported immediately', async () => {
  // Chromium takes half a minute to break a single line of this length.
  const notes = `${'x'.repeat(99)}\n`.repeat(10_000)
  server.responses[`GET ${path}`] = { project: { ...example, notes } }
  await openEditor()
  await type('y'.repeat(1_000))
  await expectEditorState('Not saved')
  await expectVisible(/^1 kB too long to save\./)
})

test('a browser without storage says so', async () => {
  fillStorage()
  await openEditor({ isNewcomer: true })
  await type(' Window.')
  await expectVisible(/your text is only in this tab/)
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
})

test('taking the saved text leaves one’s own among the earlier versions', async () => {
  await saveWith(changedElsewhere('Page 2.', 4))
  await button('Compare and choose').click()
  await button('Use the saved one').click()
  await expect.element(notes).toHaveValue('Page 2.')
  await expect.element(notes).toHaveFocus()
  await expectEditorState('Saved')
  await chooseFromMenu('Earlier versions')
  const earlier = page.getByRole('dialog', { name: 'Earlier versions' })
  await expectVisible(earlier.getByText(/only in this browser/))
  await earlier.getByRole('button', { name: 'Restore' }).click()
  await expect.element(notes).toHaveValue('Page 1. Window.')
})

test('if the member’s own text cannot be set aside, it is not replaced, with a message', async () => {
  await saveWith(changedElsewhere('Page 2.', 4))
  await button('Compare and choose').click()
  fillStorage()
  await button('Use the saved one').click()
  await expectVisible(/Nothing was replaced/)
  await expect.element(notes).toHaveValue('Page 1. Window.')
  await expectVisible(button('Compare and choose'))
})

test('an open version stays open although a save removes it from the list', async () => {
  const old = { title: 'Moths', savedAt: '2026-11-01T10:00:00Z' }
  const version = (at: number) => ({ ...old, version: at, excerpt: `Old ${at}.`, length: at })
  server.responses[`${path}/versions`] = { versions: [version(3), version(2), version(1)] }
  for (const at of [1, 2, 3])
    server.responses[`${path}/versions/${at}`] = { version: { ...version(at), notes: `Old ${at}.` } }
  const respond = server.hold(savePath)
  await openEditor()
  await type(' Window.')
  await chooseFromMenu('Earlier versions')
  await expectVisible('Looking through the drawer…')
  expect(readSaves()).toHaveLength(1)
  respond(broken)
  await page.getByRole('button', { name: /^1 November 2026, \d\d:\d\d ?1 letter/ }).click()
  await expectVisible('Old 1.')
  server.responses[`${path}/versions`] = { versions: [version(4), version(3), version(2)] }
  server.responses[`${path}/versions/1`] = errorResponse('not_found', 'There is no such version.')
  server.responses[savePath] = saved('Eleven Moths', 4)
  await expect.poll(() => server.calls(`${path}/versions/1`)).toBe(2)
  await expectVisible('Old 1.')
  await button('Restore').click()
  await expect.element(notes).toHaveValue('Old 1.')
})

test('leaving asks when the text could not be saved, and staying works', async () => {
  await openEditor()
  await type(' Window.')
  await page.getByRole('link', { name: 'Back' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect.element(notes).toHaveValue('Page 1. Window.')
  await page.getByRole('link', { name: 'Back' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expectVisible(`at /profile/${memberId}`)
  expectDraftStored()
})

test('deleting asks first; when it fails nothing is lost', async () => {
  server.responses[`DELETE ${path}`] = errorResponse('internal', 'No.')
  await openEditor()
  await type(' Window.')
  await chooseFromMenu('Delete Project')
  const question = page.getByRole('alertdialog')
  await expectVisible('Are you sure you want to delete this project? This action cannot be undone.')
  await question.getByRole('button', { name: 'Delete Project' }).click()
  await expectToast({ title: 'Error', description: 'Failed to delete project', variant: 'destructive' })
  await expect.element(question.getByRole('button', { name: 'Delete Project' })).toHaveFocus()
  await expect.element(notes).toHaveValue('Page 1. Window.')
  server.responses[`DELETE ${path}`] = { success: true }
  await question.getByRole('button', { name: 'Delete Project' }).click()
  await expectToast({ title: 'Project deleted successfully' })
  await expectVisible(`at /profile/${memberId}`)
  expect(listStoredKeys(drafts)).toEqual([])
})

async function openDeleted() {
  await saveWith(notFound)
  await expectVisible(/deleted somewhere else/)
}

const createdProject = (notes: string, version: number) => ({ project: { ...example, notes, version } })
const newPath = () => {
  const { id } = server.bodyOf('/api/projects') as { id: string }
  return `/api/projects/${id}`
}

test('text typed while a new project is created from it is included', async () => {
  const answer = server.hold('POST /api/projects')
  await openDeleted()
  await button('Save as a new project').click()
  await type(' Lamp.')
  server.responses[`PUT ${newPath()}`] = createdProject('Page 1. Window. Lamp.', 2)
  expect(server.bodyOf('/api/projects')).toMatchObject({ title: 'Eleven Moths', notes: 'Page 1. Window.' })
  answer(createdProject('Page 1. Window.', 1))
  await expect.poll(() => readSaves().at(-1)).toMatchObject({ notes: 'Page 1. Window. Lamp.', version: 1 })
  await expect.poll(() => listStoredKeys(drafts)).toEqual([])
})

test('a new project whose response was lost gets the text typed since', async () => {
  await openDeleted()
  await button('Save as a new project').click()
  await expectToast({ title: 'Not saved' })
  await type(' Lamp.')
  server.responses['POST /api/projects'] = createdProject('Page 1. Window.', 1)
  const before = readToast()?.id
  await button('Save as a new project').click()
  await expect.poll(() => readToast()?.id).not.toBe(before)
  await expectToast({ title: 'Not saved' })
  await expect.element(notes).toHaveValue('Page 1. Window. Lamp.')
  expect(listStoredKeys(drafts)).toHaveLength(1)
  server.responses[`PUT ${newPath()}`] = createdProject('Page 1. Window. Lamp.', 2)
  await button('Save as a new project').click()
  await expect.poll(() => listStoredKeys(drafts)).toEqual([])
  expect(readSaves().at(-1)).toMatchObject({ notes: 'Page 1. Window. Lamp.', version: 1 })
})

test('a new project that was edited elsewhere before its response arrived stays unchanged', async () => {
  await openDeleted()
  server.responses['POST /api/projects'] = createdProject('Written elsewhere.', 4)
  await button('Save as a new project').click()
  await expect.poll(() => server.calls('/api/projects')).toBe(2)
  const ids = server.requests.filter(({ method }) => method === 'POST').map(({ body }) => (body as Project).id)
  expect(new Set(ids).size).toBe(2)
  expect(server.calls(`/api/projects/${ids[0]}`)).toBe(0)
})

test('the onboarding is shown once, after the field is left', async () => {
  await openEditor({ isNewcomer: true })
  await type(' Window.')
  await new Promise((done) => setTimeout(done, workspaceDelays.editorOnboarding * 1.3))
  await userEvent.keyboard(' Lamp.')
  await expect.element(notes).toHaveValue('Page 1. Window. Lamp.')
  const sheet = page.getByRole('dialog', { name: 'Your Project Canvas' })
  await expectGone(sheet)
  const field = notes.element() as HTMLTextAreaElement
  field.blur()
  await expect.element(sheet.getByRole('listitem')).toHaveLength(4)
  const mark = getComputedStyle(sheet.getByRole('listitem').first().element(), '::before')
  expect(mark.content, 'a list, not a form').toBe('none')
  await button("Got it, let's create!").click()
  await expectGone(sheet)
  expect(readStored(`foldout:${memberId}:seen:editor`)).toBe(true)
})

test.each(['Escape', 'Enter'])('after the onboarding, closed with %s, the notes have the focus', async (key) => {
  await openEditor({ isNewcomer: true })
  const sheet = page.getByRole('dialog', { name: 'Your Project Canvas' })
  await expectVisible(sheet)
  if (key === 'Enter') (button("Got it, let's create!").element() as HTMLElement).focus()
  await userEvent.keyboard(`{${key}}`)
  await expectGone(sheet)
  await expect.element(notes).toHaveFocus()
})

test('the onboarding waits until another dialog is closed', async () => {
  await openEditor({ isNewcomer: true })
  await button('Make pages').click()
  const pages = page.getByRole('dialog', { name: 'Make pages' })
  await expectVisible(pages)
  const sheet = page.getByRole('dialog', { name: 'Your Project Canvas' })
  await new Promise((done) => setTimeout(done, workspaceDelays.editorOnboarding * 1.3))
  await expectGone(sheet)
  await pages.getByRole('button', { name: 'Cancel' }).click()
  await expectVisible(sheet)
})

test('a project is laid out from its editor, and typed text is saved on the way', async () => {
  server.responses[savePath] = saved('Eleven Moths', 4)
  server.responses[`/api/users/${memberId}/drafts`] = { drafts: [] }
  server.responses['POST /api/drafts'] = { draft: exampleOpenDraft() }
  await openEditor()
  await type(' Window.')
  await chooseFromMenu('Lay out images')
  await expectVisible(`at /draft/${draftId}`)
  expect(server.bodyOf('/api/drafts')).toEqual({ projectId: example.id, content: { title: 'Eleven Moths' } })
  expect(readSaves()[0]).toMatchObject({ notes: 'Page 1. Window.' })
})

test('a session renewed in another tab is used immediately', async () => {
  await saveWith(signedOut)
  await expectVisible(/You were signed out/)
  server.responses[savePath] = saved('Eleven Moths', 4)
  announceViewerChange()
  await expectEditorState('Saved')
})

test('a save names its member, and in another member’s session it waits', async () => {
  await saveWith(errorResponse('not_yours', 'You can only do this for yourself.'))
  await expectVisible(button('Sign in and continue'))
  expect(server.requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({ userId: memberId })
})

test('a project that is available again is saved on request', async () => {
  await openDeleted()
  server.responses[savePath] = saved('Eleven Moths', 4)
  await userEvent.keyboard('{Control>}s{/Control}')
  await expectEditorState('Saved')
})

test('text that was set aside is deleted after a confirmation, and only that one', async () => {
  const setAsideDraft = { title: 'Eleven Moths', version: 3, sent: [], isAside: true }
  persist(`${drafts}a`, { ...setAsideDraft, notes: 'Aside.', at: 2 })
  persist(`${drafts}b`, { ...setAsideDraft, notes: 'Another.', at: 1 })
  await openEditor()
  await chooseFromMenu('Earlier versions')
  const sheet = page.getByRole('dialog', { name: 'Earlier versions' })
  const question = page.getByRole('alertdialog', { name: 'Discard this text?' })
  await sheet.getByRole('button', { name: 'Discard' }).click()
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expectVisible(sheet.getByText('Aside.', { exact: true }))
  await sheet.getByRole('button', { name: 'Discard' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expectGone(question)
  await expectVisible(sheet.getByText('Another.', { exact: true }))
  expect(listStoredKeys(drafts)).toEqual([`${drafts}b`])
  await expect.poll(() => sheet.element().contains(document.activeElement)).toBe(true)
})

/** A copy that this browser saved of the project, for this member. */
async function keepCopyFor(userId: string) {
  const workspace = { userId, script: '', renewedAt: 0, copies: [] }
  await keepCopy(await caches.open(workspaceCache), workspace, { path, body: { project: example } })
}

test('the copy of another member is not shown', async () => {
  await keepCopyFor(otherUserId)
  server.responses[`GET ${path}`] = undefined
  await openEditor()
  await expectVisible('The project could not be loaded')
})

test('a refusal of the site is not replaced by a copy', async () => {
  await keepCopyFor(memberId)
  server.responses[`GET ${path}`] = broken
  await openEditor()
  await expectVisible('The project could not be loaded')
})

test('without a copy, a browser that is offline says so, and whether it has unsaved text', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server.responses[`GET ${path}`] = undefined
  await openEditor()
  await expectVisible('You’re offline. This browser has no copy of this project.')
  persist(`${drafts}closed`, { title: 'Moths', notes: 'Page 2.', version: 3, sent: [], at: 1 })
  await button('Try again').click()
  await expectVisible(/^You’re offline. Your unsaved changes are in this browser/)
})
