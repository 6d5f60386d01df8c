import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { workspaceDelays } from '#contract/workspace-limits.ts'
import { announceViewerChange } from '#web/accounts/viewer-changes.ts'
import { keep, keptKeys, readKept } from '#web/browser/local-storage.ts'
import { member, memberId, refusal } from '#web/site/site.testing.tsx'
import {
  button,
  changedElsewhere,
  drafts,
  example,
  fakeEditor,
  leaveEditor,
  notes,
  openEditor,
  path,
  put,
  said,
  saved,
  stateIs,
  title,
  type,
} from './editor-fake.testing.tsx'

const server = fakeEditor()

afterEach(leaveEditor)

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

test('a project that is not there says so and leads back', async () => {
  server.answers[`GET ${path}`] = refusal(404, 'There is no such project.', 'not_found')
  await openEditor()
  await expect.element(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible()
  await expect.element(page.getByText("The project you're looking for doesn't exist.")).toBeVisible()
  await page.getByRole('link', { name: 'Back to Profile' }).click()
  await expect.element(page.getByText(`at /profile/${memberId}`)).toBeVisible()
})

test('words that were not saved before the project went can still be had', async () => {
  keep(`${drafts}gone`, { title: 'Moths', notes: 'Page 1. Window.', version: 3, sent: [], at: 1 })
  server.answers[`GET ${path}`] = refusal(404, 'There is no such project.', 'not_found')
  await openEditor()
  await expect.element(button('Copy the notes')).toBeVisible()
})

test('a guest is asked in', async () => {
  server.answers['/api/auth/user'] = { user: null }
  await openEditor()
  await expect.element(page.getByRole('main').getByRole('button', { name: 'Sign In' })).toBeVisible()
  expect(server.calls(path)).toBe(0)
})

test('what is typed is saved two seconds later', async () => {
  server.answers[put] = saved('Eleven Moths', 4)
  await openEditor()
  await type(' Window.')
  await stateIs('Unsaved')
  expect(puts()).toEqual([])
  await expect
    .poll(puts)
    .toEqual([{ title: 'Eleven Moths', notes: 'Page 1. Window.', version: 3, userId: memberId }])
  await stateIs('Saved')
  expect(keptKeys(drafts)).toEqual([])
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

test('whoever was signed out signs in and goes on', async () => {
  server.answers[put] = refusal(401, 'Please sign in.', 'not_signed_in')
  await openEditor()
  await type(' Window.')
  await button('Save project').click()
  await stateIs('Not saved')
  server.answers['POST /api/auth/sign-in/email'] = { user: { id: memberId } }
  server.answers['/api/users/get-email-by-username'] = { email: 'wren@moths.example' }
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

test('offline it says so, keeps the words, and saves when the connection is back', async () => {
  await openEditor()
  await type(' Window.')
  window.dispatchEvent(new Event('offline'))
  await stateIs('Offline')
  server.answers[put] = saved('Eleven Moths', 4)
  window.dispatchEvent(new Event('online'))
  await stateIs('Saved')
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

test('the words of a tab that is gone are back, and saved', async () => {
  keep(`${drafts}gone`, { title: 'Eleven Moths', notes: 'Page 1. Window.', version: 3, sent: [], at: 1 })
  server.answers[put] = saved('Eleven Moths', 4)
  await openEditor()
  await expect.element(notes).toHaveValue('Page 1. Window.')
  await said({ title: 'Your unsaved words are back' })
  await expect.poll(() => keptKeys(drafts)).not.toContain(`${drafts}gone`)
  await button('Save project').click()
  await stateIs('Saved')
  expect(keptKeys(drafts)).toEqual([])
})

test('a text changed elsewhere ends in a choice, and mine can be kept', async () => {
  server.answers[put] = changedElsewhere('Page 2.', 4)
  await openEditor()
  await type(' Window.')
  await button('Save project').click()
  await stateIs('Not saved')
  await button('Compare and choose').click()
  const choice = page.getByRole('dialog', { name: 'Two texts, one project' })
  const side = (name: string) => choice.getByRole('region', { name: `${name}, the text` })
  await expect.element(side('Yours').getByText('Page 1. Window.')).toBeVisible()
  await expect.element(side('Saved elsewhere').getByText('Page 2.')).toBeVisible()
  server.answers[put] = saved('Eleven Moths', 5)
  await choice.getByRole('button', { name: 'Keep mine' }).click()
  await expect.element(notes).toHaveFocus()
  await stateIs('Saved')
  expect(puts()[1]).toMatchObject({ notes: 'Page 1. Window.', version: 4 })
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

test('an earlier version is looked at, restored, and undone', async () => {
  const version = { version: 1, title: 'Moths', excerpt: 'Old.', length: 4, savedAt: '2026-11-01T10:00:00Z' }
  server.answers[`${path}/versions`] = { versions: [version] }
  server.answers[`${path}/versions/1`] = { version: { ...version, notes: 'Old.' } }
  await openEditor()
  await button('Project menu').click()
  await page.getByRole('menuitem', { name: 'Earlier Versions' }).click()
  await button('Restore').click()
  await expect.element(title).toHaveValue('Moths')
  await expect.element(notes).toHaveValue('Old.')
  await button('Undo').click()
  await expect.element(notes).toHaveValue('Page 1.')
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

test('two tabs: the one without unsaved words follows the other’s save', async () => {
  await openEditor()
  await stateIs('Saved')
  const other = new BroadcastChannel(`foldout:project:${example.id}`)
  other.postMessage({ say: 'saved', saved: { title: 'Moths', notes: 'Page 9.', version: 4 } })
  await expect.element(notes).toHaveValue('Page 9.')
  await stateIs('Saved')
  other.postMessage({ say: 'deleted' })
  await stateIs('Not saved')
  await expect.element(button('Save as a new project')).toBeVisible()
  other.close()
})

test('leaving saves first', async () => {
  server.answers[put] = saved('Eleven Moths', 4)
  await openEditor()
  await type(' Window.')
  await page.getByRole('link', { name: 'Back' }).click()
  await expect.element(page.getByText(`at /profile/${memberId}`)).toBeVisible()
  expect(puts()).toHaveLength(1)
  expect(keptKeys(drafts)).toEqual([])
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
