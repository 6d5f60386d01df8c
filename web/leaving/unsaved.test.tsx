import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Outcome } from '#web/editor/model/editor-state.ts'
import { type EditorSession, now } from '#web/editor/session/editor-session.ts'
import { startEditor } from '#web/editor/session/use-editor.ts'
import { keepEdit } from '#web/layout/edit/use-zine-edit.ts'
import { textOf } from '#web/layout/edit/zine-edit.ts'
import { fillStorage, isGone, isSeen } from '#web/site/seen.testing.ts'
import { show } from '#web/site/site.testing.tsx'
import { exampleOpenZine } from '#web/zines/example-zine.testing.ts'
import { forgetAll, isNothing, Leaving, saveAll, unsavedOf } from './leaving.tsx'

const queries = new QueryClient()
const project = { title: 'Moths', notes: 'one', version: 3 }
let session: EditorSession | undefined

/** Types in an editor while storage is full. Saves end with this outcome. */
async function typeUnkept(outcome: Outcome) {
  fillStorage()
  session = await startEditor({ userId: 'wren', projectId: 'moths', project, send: async () => outcome })
  const text = { title: 'Moths', notes: 'only here' }
  session.dispatch({ type: 'edited', edit: { text, place: 'notes', kind: 'replace', caret: 0, at: now() } })
  session.dispatch({ type: 'leaving', at: now() })
}

afterEach(() => {
  vi.restoreAllMocks()
  session?.drop()
})

test('changes of a published zine cannot be saved automatically, and are not discarded without asking', async () => {
  const edited = textOf(exampleOpenZine())
  keepEdit('wren', 'zine', { base: edited, layout: edited.layout, note: '' })
  expect(await saveAll(queries, 'wren')).toMatchObject({ texts: 1, onlyHere: 0 })
  expect(unsavedOf('somebody else')).toMatchObject({ texts: 0 })
  forgetAll(queries, 'wren')
  expect(isNothing(unsavedOf('wren'))).toBe(true)
})

test('text that the browser could not store causes a prompt, and cannot be kept by leaving', async () => {
  await typeUnkept({ kind: 'failed', sentence: 'No answer.' })
  expect(unsavedOf('wren')).toMatchObject({ texts: 1, onlyHere: 1 })
  expect(unsavedOf('somebody else')).toMatchObject({ texts: 0 })
  const answer = vi.fn()
  await show(<Leaving why="leaving" userId="wren" answer={answer} />, { queries })
  const question = page.getByRole('dialog', { name: 'Not everything is saved' })
  await isSeen(question.getByText(/copy them somewhere else/))
  await isGone(question.getByRole('button', { name: 'Keep in This Browser' }))
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(answer.mock.calls).toEqual([[undefined]])
  expect(unsavedOf('wren')).toMatchObject({ texts: 1, onlyHere: 1 })
  forgetAll(queries, 'wren')
  expect(isNothing(unsavedOf('wren'))).toBe(true)
})

test('text that the browser could not store is saved on leaving', async () => {
  await typeUnkept({ kind: 'saved', saved: { title: 'Moths', notes: 'only here', version: 4 } })
  expect(isNothing(await saveAll(queries, 'wren'))).toBe(true)
})
