import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Outcome } from '#web/editor/model/editor-state.ts'
import { type EditorSession, now } from '#web/editor/session/editor-session.ts'
import { startEditor } from '#web/editor/session/use-editor.ts'
import { persistEdit } from '#web/layout/edit/use-zine-edit.ts'
import { textOf } from '#web/layout/edit/zine-edit.ts'
import { expectGone, expectVisible, fillStorage } from '#web/site/expectations.testing.ts'
import { renderInSite } from '#web/site/site.testing.tsx'
import { exampleOpenZine } from '#web/zines/example-zine.testing.ts'
import { countUnsaved, deleteLocalData, isEmpty, SignOutDialog, saveAll } from './sign-out-dialog.tsx'

const queries = new QueryClient()
const project = { title: 'Moths', notes: 'one', version: 3 }
let session: EditorSession | undefined

/** Types in an editor while storage is full. Saves end with this outcome. */
async function typeWithFullStorage(outcome: Outcome) {
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
  const edited = textOf(exampleOpenZine())
  persistEdit('wren', 'zine', { base: edited, layout: edited.layout, note: '' })
  expect(await saveAll(queries, 'wren')).toMatchObject({ texts: 1, onlyInMemory: 0 })
  expect(countUnsaved('another member')).toMatchObject({ texts: 0 })
  deleteLocalData(queries, 'wren')
  expect(isEmpty(countUnsaved('wren'))).toBe(true)
})

test('text that the browser could not store causes a prompt, and cannot be kept by leaving', async () => {
  await typeWithFullStorage({ kind: 'failed', userMessage: 'No answer.' })
  expect(countUnsaved('wren')).toMatchObject({ texts: 1, onlyInMemory: 1 })
  expect(countUnsaved('another member')).toMatchObject({ texts: 0 })
  const answer = vi.fn()
  await renderInSite(<SignOutDialog reason="leaving" userId="wren" respond={answer} />, { queries })
  const question = page.getByRole('dialog', { name: 'Not everything is saved' })
  await expectVisible(question.getByText(/copy them somewhere else/))
  await expectGone(question.getByRole('button', { name: 'Keep in this browser' }))
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(answer.mock.calls).toEqual([[undefined]])
  expect(countUnsaved('wren')).toMatchObject({ texts: 1, onlyInMemory: 1 })
  deleteLocalData(queries, 'wren')
  expect(isEmpty(countUnsaved('wren'))).toBe(true)
})

test('text that the browser could not store is saved on leaving', async () => {
  await typeWithFullStorage({ kind: 'saved', saved: { title: 'Moths', notes: 'only here', version: 4 } })
  expect(isEmpty(await saveAll(queries, 'wren'))).toBe(true)
})
