import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { SignOutRequest } from '#web/accounts/prepare-sign-out.ts'
import { listStoredKeys, persist, readStored } from '#web/browser/local-storage.ts'
import { memberEntries } from '#web/browser/member-entries.ts'
import { memberKey, memberSubkey } from '#web/browser/storage-keys.ts'
import type { ProjectSession, ProjectText } from '#web/editor/project-text.ts'
import { startEditor } from '#web/editor/use-editor.ts'
import { zineEditPrefix } from '#web/layout/edit/stored-zine-edits.ts'
import { textOfZine } from '#web/layout/edit/zine-text.ts'
import { now } from '#web/session/editor-session.ts'
import type { Outcome } from '#web/session/session-state.ts'
import { expectGone, expectVisible, fillStorage } from '#web/site/expectations.testing.ts'
import { renderInSite } from '#web/site/site.testing.tsx'
import { blankRecipe } from '#web/typeset/recipe.ts'
import { exampleOpenZine } from '#web/zines/example-zine.testing.ts'
import { SignOutDialog } from './sign-out-dialog.tsx'
import { countUnsaved, deleteLocalData, isEmpty, saveAll } from './unsaved-work.ts'

const queries = new QueryClient()
const project = { title: 'Moths', notes: 'one', version: 3 }
let session: ProjectSession | undefined

/** Types in an editor while storage is full. Saves end with this outcome. */
async function typeWithFullStorage(outcome: Outcome<ProjectText>) {
  fillStorage()
  session = await startEditor({ userId: 'wren', projectId: 'moths', project, send: async () => outcome })
  const text = { title: 'Moths', notes: 'only here' }
  session.dispatch({ type: 'edited', edit: { text, target: 'notes', kind: 'replace', caret: 0, at: now() } })
  session.dispatch({ type: 'leaving', at: now() })
}

afterEach(() => {
  vi.restoreAllMocks()
  session?.discard()
})

test('changes of a published zine cannot be saved automatically, and are not discarded without asking', async () => {
  persist(`${zineEditPrefix('wren', 'zine')}tab`, textOfZine(exampleOpenZine()))
  expect(await saveAll(queries, 'wren')).toMatchObject({ text: 1, onlyInMemory: 0 })
  expect(countUnsaved('another member')).toMatchObject({ text: 0 })
  deleteLocalData(queries, 'wren')
  expect(isEmpty(countUnsaved('wren'))).toBe(true)
})

const madeKey = memberSubkey('wren', 'made', 'zine')

test('pages made here cannot be saved automatically, and are not discarded without asking', async () => {
  persist(madeKey, [{ recipe: blankRecipe('text') }, { recipe: { version: 99 } }])
  expect(countUnsaved('another member')).toMatchObject({ page: 0 })
  const answer = vi.fn<SignOutRequest['respond']>()
  await renderInSite(<SignOutDialog reason="leaving" userId="wren" respond={answer} />, { queries })
  const question = page.getByRole('dialog', { name: 'Not everything is saved' })
  await expectVisible(question.getByText('2 pages could not be saved: only this browser has them.'))
  await question.getByRole('button', { name: 'Keep in this browser' }).click()
  answer.mock.lastCall?.[0]?.()
  expect(readStored(madeKey)).toHaveLength(2)
  expect(await saveAll(queries, 'wren')).toMatchObject({ page: 2 })
  deleteLocalData(queries, 'wren')
  expect(readStored(madeKey)).toBeUndefined()
})

test('every entry of a member is asked about, deleted, or only a hint', () => {
  for (const entry of Object.keys(memberEntries) as (keyof typeof memberEntries)[]) {
    persist(memberKey('wren', entry), true)
    persist(memberSubkey('wren', entry, 'id'), true)
    persist(memberSubkey('robin', entry, 'id'), true)
  }
  localStorage.setItem('foldout:wren:from-an-older-version', '1')
  persist('foldout:theme', 'dark')
  deleteLocalData(queries, 'wren')
  const remaining = listStoredKeys('foldout:wren:').map((key) => key.split(':')[2])
  expect([...new Set(remaining)].sort()).toEqual(['seen', 'timer-signals'])
  expect(listStoredKeys('foldout:robin:')).toHaveLength(Object.keys(memberEntries).length)
  expect(readStored('foldout:theme')).toBe('dark')
  localStorage.clear()
})

test('text that the browser could not store causes a prompt, and cannot be kept by leaving', async () => {
  await typeWithFullStorage({ kind: 'failed', userMessage: 'No answer.' })
  expect(countUnsaved('wren')).toMatchObject({ text: 1, onlyInMemory: 1 })
  expect(countUnsaved('another member')).toMatchObject({ text: 0 })
  const answer = vi.fn()
  await renderInSite(<SignOutDialog reason="leaving" userId="wren" respond={answer} />, { queries })
  const question = page.getByRole('dialog', { name: 'Not everything is saved' })
  await expectVisible(question.getByText(/copy them somewhere else/))
  await expectGone(question.getByRole('button', { name: 'Keep in this browser' }))
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(answer.mock.calls).toEqual([[undefined]])
  expect(countUnsaved('wren')).toMatchObject({ text: 1, onlyInMemory: 1 })
  deleteLocalData(queries, 'wren')
  expect(isEmpty(countUnsaved('wren'))).toBe(true)
})

test('text that the browser could not store is saved on leaving', async () => {
  await typeWithFullStorage({ kind: 'saved', saved: { title: 'Moths', notes: 'only here', version: 4 } })
  expect(isEmpty(await saveAll(queries, 'wren'))).toBe(true)
})
