import { workspaceLimits } from '#contract/workspace-limits.ts'
import { type Field, type ProjectText, sameText } from './project-text.ts'

/** `replace` is whatever is one step by itself: a paste, a cut, a drop, a correction. */
export type EditKind = 'type' | 'delete' | 'replace'

/** An edit as it left the text. `caret` is where it ended, `at` when it was made, in milliseconds. */
export type Edit = { text: ProjectText; field: Field; kind: EditKind; caret: number; at: number }

/** Edits that go on from one another make one step. */
type Run = { field: Field; kind: EditKind; caret: number; at: number; edits: number }

/** `steps[at]` is the text as it stands; before it what undo brings back, after it what redo does. */
export type UndoHistory = { steps: ProjectText[]; at: number; run: Run | null }

/** A pause this long, in milliseconds, ends a step. */
const pause = 1_000
/** A run this long, in edits, ends with its word. */
const phrase = 16

export const beginHistory = (text: ProjectText): UndoHistory => ({ steps: [text], at: 0, run: null })

export const canUndo = ({ at }: UndoHistory) => at > 0
export const canRedo = ({ at, steps }: UndoHistory) => at < steps.length - 1

export const undo = (history: UndoHistory): UndoHistory =>
  canUndo(history) ? { ...history, at: history.at - 1, run: null } : history

export const redo = (history: UndoHistory): UndoHistory =>
  canRedo(history) ? { ...history, at: history.at + 1, run: null } : history

/** The text as undo and redo have left it. */
export const present = ({ steps, at }: UndoHistory) => steps[at] as ProjectText

/** Takes an edit in, and drops what could be redone. */
export function recordEdit(history: UndoHistory, edit: Edit): UndoHistory {
  const before = present(history)
  if (sameText(before, edit.text)) return history
  const goesOn = history.run !== null && continues(history.run, before[edit.field], edit)
  const { field, kind, caret, at } = edit
  const run = { field, kind, caret, at, edits: goesOn && history.run ? history.run.edits + 1 : 1 }
  const kept = history.steps.slice(0, goesOn ? history.at : history.at + 1)
  return { ...pushed(kept, edit.text), run }
}

/** Takes in a text that was not typed, as a step of its own. */
export function recordText(history: UndoHistory, text: ProjectText): UndoHistory {
  return pushed(history.steps.slice(0, history.at + 1), text)
}

/**
 * Takes in a field that was written elsewhere: it is no step, and stands in all of them, for undo is to take back only
 * what was written here.
 */
export function recordElsewhere(history: UndoHistory, elsewhere: Partial<ProjectText>): UndoHistory {
  const all = history.steps.map((step) => ({ ...step, ...elsewhere }))
  const isNew = all.map((step, index) => {
    const before = all[index - 1]
    return !before || !sameText(before, step)
  })
  const at = isNew.slice(0, history.at + 1).filter(Boolean).length - 1
  return { steps: all.filter((_, index) => isNew[index]), at, run: null }
}

function pushed(kept: ProjectText[], text: ProjectText): UndoHistory {
  const last = kept.at(-1)
  const steps = last && sameText(last, text) ? kept : [...kept, text]
  const capped = steps.slice(-workspaceLimits.undoSteps)
  return { steps: capped, at: capped.length - 1, run: null }
}

function continues(run: Run, before: string, { field, kind, caret, at, text }: Edit) {
  if (kind === 'replace' || kind !== run.kind || field !== run.field || at - run.at > pause) return false
  const grown = text[field].length - before.length
  if (kind === 'delete') return caret === run.caret || caret === run.caret + grown
  if (caret !== run.caret + grown) return false
  return !endsStep(text[field], run)
}

/** A line ends its step, and so does a word once the step is a phrase long: the next letter begins another. */
function endsStep(text: string, run: Run) {
  const last = text[run.caret - 1] ?? ''
  if (last === '\n') return true
  return run.edits >= phrase && /\s/.test(last) && !/\s/.test(text[run.caret] ?? ' ')
}
