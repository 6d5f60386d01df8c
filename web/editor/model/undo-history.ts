import { workspaceLimits } from '#contract/workspace-limits.ts'
import type { ProjectText } from './project-text.ts'
import { same, type TextRules } from './text-rules.ts'

/** `replace` is always an undo step of its own: a paste, cut, drop or correction. */
export type EditKind = 'type' | 'delete' | 'replace'

/** `place` identifies the edited field, `caret` is the position after the edit, `at` the time in milliseconds. */
export type Edit<Text = ProjectText> = {
  text: Text
  place: string
  kind: EditKind
  caret: number
  at: number
}

type Run = { place: string; kind: EditKind; caret: number; at: number; edits: number }

/** `steps[at]` is the current text. Undo steps come before it, redo steps after it. */
export type UndoHistory<Text = ProjectText> = { steps: Text[]; at: number; run: Run | null }

/** A pause of this many milliseconds ends an undo step. */
const pause = 1_000
/** After this many edits, an undo step ends with the current word. */
const phrase = 16

export const beginHistory = <Text>(text: Text): UndoHistory<Text> => ({ steps: [text], at: 0, run: null })

export const canUndo = ({ at }: Pick<UndoHistory, 'at'>) => at > 0
export const canRedo = ({ at, steps }: { at: number; steps: unknown[] }) => at < steps.length - 1

export const undo = <Text>(history: UndoHistory<Text>): UndoHistory<Text> =>
  canUndo(history) ? { ...history, at: history.at - 1, run: null } : history

export const redo = <Text>(history: UndoHistory<Text>): UndoHistory<Text> =>
  canRedo(history) ? { ...history, at: history.at + 1, run: null } : history

export const present = <Text>({ steps, at }: UndoHistory<Text>) => steps[at] as Text

type Of<Text> = { rules: TextRules<Text>; history: UndoHistory<Text> }

export function recordEdit<Text>({ rules, history }: Of<Text>, edit: Edit<Text>): UndoHistory<Text> {
  const before = present(history)
  if (same(rules, before, edit.text)) return history
  const goesOn = history.run !== null && continues(rules, history.run, before, edit)
  const { place, kind, caret, at } = edit
  const run = { place, kind, caret, at, edits: goesOn && history.run ? history.run.edits + 1 : 1 }
  const kept = history.steps.slice(0, goesOn ? history.at : history.at + 1)
  return { ...pushed(rules, kept, edit.text), run }
}

export function recordText<Text>({ rules, history }: Of<Text>, text: Text): UndoHistory<Text> {
  return pushed(rules, history.steps.slice(0, history.at + 1), text)
}

/** Applies a change from elsewhere to all steps: undo reverts only local edits. */
export function recordElsewhere<Text>(
  { rules, history }: Of<Text>,
  elsewhere: Partial<Text>,
): UndoHistory<Text> {
  const all = history.steps.map((step) => ({ ...step, ...elsewhere }))
  const isNew = all.map((step, index) => {
    const before = all[index - 1]
    return !before || !same(rules, before, step)
  })
  const at = isNew.slice(0, history.at + 1).filter(Boolean).length - 1
  return { steps: all.filter((_, index) => isNew[index]), at, run: null }
}

function pushed<Text>(rules: TextRules<Text>, kept: Text[], text: Text): UndoHistory<Text> {
  const last = kept.at(-1)
  const steps = last && same(rules, last, text) ? kept : [...kept, text]
  const capped = steps.slice(-workspaceLimits.undoSteps)
  return { steps: capped, at: capped.length - 1, run: null }
}

function continues<Text>(rules: TextRules<Text>, run: Run, before: Text, edit: Edit<Text>) {
  const { place, kind, caret, at } = edit
  if (kind === 'replace' || kind !== run.kind || place !== run.place || at - run.at > pause) return false
  const text = rules.typedIn(edit.text, place)
  const grown = text.length - rules.typedIn(before, place).length
  if (kind === 'delete') return caret === run.caret || caret === run.caret + grown
  if (caret !== run.caret + grown) return false
  return !endsStep(text, run)
}

/** A line break ends a step, as does the end of a word in a long run. */
function endsStep(text: string, run: Run) {
  const last = text[run.caret - 1] ?? ''
  if (last === '\n') return true
  return run.edits >= phrase && /\s/.test(last) && !/\s/.test(text[run.caret] ?? ' ')
}
