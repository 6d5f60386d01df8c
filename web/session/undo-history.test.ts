import { expect, test } from 'vitest'
import type { ProjectText } from '#web/editor/project-text.ts'
import { projectRules } from '#web/editor/project-text.ts'
import {
  canRedo,
  canUndo,
  createHistory,
  currentText,
  type EditKind,
  recordEdit,
  recordText,
  redo,
  type UndoHistory,
  undo,
} from './undo-history.ts'

const rules = projectRules
const empty = createHistory({ title: 'Moths', notes: '' })

/** Types letter by letter at the end of the notes, `every` milliseconds apart. */
function typeLetters(history: UndoHistory<ProjectText>, text: string, { every = 100, from = 0 } = {}) {
  let after = history
  for (const [index, letter] of [...text].entries()) {
    after = editNotes(after, currentText(after).notes + letter, 'type', from + index * every)
  }
  return after
}

function editNotes(history: UndoHistory<ProjectText>, notes: string, kind: EditKind, at: number, caret = notes.length) {
  return recordEdit({ rules, history }, { text: { title: 'Moths', notes }, target: 'notes', kind, caret, at })
}

const notesOf = ({ steps }: UndoHistory<ProjectText>) => steps.map(({ notes }) => notes)

test('a word is one step, not a step for every key', () => {
  const history = typeLetters(empty, 'lamp')
  expect(notesOf(history)).toEqual(['', 'lamp'])
  expect(currentText(undo(history)).notes).toBe('')
  expect(currentText(redo(undo(history))).notes).toBe('lamp')
})

test('a long run ends with a word, and a line at its end', () => {
  expect(notesOf(typeLetters(empty, 'a window at night'))).toEqual(['', 'a window at night'])
  expect(notesOf(typeLetters(empty, 'the window, lit from inside'))).toEqual([
    '',
    'the window, lit ',
    'the window, lit from inside',
  ])
  expect(notesOf(typeLetters(empty, 'one\ntwo'))).toEqual(['', 'one\n', 'one\ntwo'])
})

test('a pause, a jump and a change of hands each end a step', () => {
  const first = typeLetters(empty, 'moth')
  expect(notesOf(typeLetters(first, 's', { from: 2_000 }))).toEqual(['', 'moth', 'moths'])
  expect(notesOf(editNotes(first, 'a moth', 'type', 400, 2))).toEqual(['', 'moth', 'a moth'])
  const shorter = editNotes(editNotes(first, 'mot', 'delete', 400), 'mo', 'delete', 500)
  expect(notesOf(shorter)).toEqual(['', 'moth', 'mo'])
  const pasted = editNotes(editNotes(first, 'moth lamp', 'replace', 400), 'moth lamp ink', 'replace', 450)
  expect(notesOf(pasted)).toEqual(['', 'moth', 'moth lamp', 'moth lamp ink'])
  const titled = recordEdit(
    { rules, history: first },
    {
      text: { title: 'Mothss', notes: 'moth' },
      target: 'title',
      kind: 'type',
      caret: 6,
      at: 400,
    },
  )
  expect(titled.steps).toHaveLength(3)
})

test('typing after an undo drops what could be redone', () => {
  const history = undo(typeLetters(typeLetters(empty, 'one'), ' two', { from: 5_000 }))
  expect(canRedo(history)).toBe(true)
  const after = typeLetters(history, '!', { from: 9_000 })
  expect(canRedo(after)).toBe(false)
  expect(notesOf(after)).toEqual(['', 'one', 'one!'])
})

test('unchanged text is not a step, even after a run that was reverted', () => {
  const history = typeLetters(empty, 'moth')
  expect(recordText({ rules, history }, { title: 'Moths', notes: 'moth' }).steps).toHaveLength(2)
  const there = editNotes(empty, 'x', 'type', 0)
  expect(notesOf(editNotes(there, '', 'type', 50, 0))).toEqual([''])
})

test('the last fifty snapshots are stored', () => {
  let history = empty
  for (let count = 1; count <= 80; count += 1) history = editNotes(history, `${count}`, 'replace', count)
  expect(history.steps).toHaveLength(50)
  while (canUndo(history)) history = undo(history)
  expect(currentText(history).notes).toBe('31')
  expect(undo(history)).toBe(history)
})
