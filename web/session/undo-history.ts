import { workspaceLimits } from '#contract/workspace-limits.ts'
import { isSameText, type TextRules } from './text-rules.ts'

/** `replace` is always an undo step of its own: a paste, cut, drop or correction. */
export type EditKind = 'type' | 'delete' | 'replace'

/** `target` identifies the edited field, `caret` is the position after the edit, `at` the time in milliseconds. */
export type Edit<Text> = {
  text: Text
  target: string
  kind: EditKind
  caret: number
  at: number
}

type TypingRun = { target: string; kind: EditKind; caret: number; at: number; edits: number }

/** `steps[position]` is the current text. Undo steps come before it, redo steps after it. */
export type UndoHistory<Text> = { steps: Text[]; position: number; run: TypingRun | null }

/** A pause of this many milliseconds ends an undo step. */
const maxPauseMs = 1_000
/** After this many edits, an undo step ends with the current word. */
const maxRunEdits = 16

export const createHistory = <Text>(text: Text): UndoHistory<Text> => ({
  steps: [text],
  position: 0,
  run: null,
})

export const canUndo = ({ position }: Pick<UndoHistory<unknown>, 'position'>) => position > 0
export const canRedo = ({ position, steps }: { position: number; steps: unknown[] }) => position < steps.length - 1

export const undo = <Text>(history: UndoHistory<Text>): UndoHistory<Text> =>
  canUndo(history) ? { ...history, position: history.position - 1, run: null } : history

export const redo = <Text>(history: UndoHistory<Text>): UndoHistory<Text> =>
  canRedo(history) ? { ...history, position: history.position + 1, run: null } : history

export const currentText = <Text>({ steps, position }: UndoHistory<Text>) => steps[position] as Text

type HistoryContext<Text> = { rules: TextRules<Text>; history: UndoHistory<Text> }

export function recordEdit<Text>({ rules, history }: HistoryContext<Text>, edit: Edit<Text>): UndoHistory<Text> {
  const before = currentText(history)
  if (isSameText(rules, before, edit.text)) return history
  const isContinued = history.run !== null && isContinuation(rules, history.run, before, edit)
  const { target, kind, caret, at } = edit
  const run = { target, kind, caret, at, edits: isContinued && history.run ? history.run.edits + 1 : 1 }
  const previousSteps = history.steps.slice(0, isContinued ? history.position : history.position + 1)
  return { ...pushStep(rules, previousSteps, edit.text), run }
}

export function recordText<Text>({ rules, history }: HistoryContext<Text>, text: Text): UndoHistory<Text> {
  return pushStep(rules, history.steps.slice(0, history.position + 1), text)
}

/** Applies a change from elsewhere to all steps: undo reverts only local edits. */
export function recordChangeElsewhere<Text>(
  { rules, history }: HistoryContext<Text>,
  otherChange: Partial<Text>,
): UndoHistory<Text> {
  const all = history.steps.map((step) => ({ ...step, ...otherChange }))
  const isNew = all.map((step, index) => {
    const before = all[index - 1]
    return !before || !isSameText(rules, before, step)
  })
  const at = isNew.slice(0, history.position + 1).filter(Boolean).length - 1
  return { steps: all.filter((_, index) => isNew[index]), position: at, run: null }
}

function pushStep<Text>(rules: TextRules<Text>, previousSteps: Text[], text: Text): UndoHistory<Text> {
  const last = previousSteps.at(-1)
  const steps = last && isSameText(rules, last, text) ? previousSteps : [...previousSteps, text]
  const capped = steps.slice(-workspaceLimits.undoSteps)
  return { steps: capped, position: capped.length - 1, run: null }
}

function isContinuation<Text>(rules: TextRules<Text>, run: TypingRun, before: Text, edit: Edit<Text>) {
  const { target, kind, caret, at } = edit
  if (kind === 'replace' || kind !== run.kind || target !== run.target || at - run.at > maxPauseMs) return false
  const text = rules.typedText(edit.text, target)
  const growth = text.length - rules.typedText(before, target).length
  if (kind === 'delete') return caret === run.caret || caret === run.caret + growth
  if (caret !== run.caret + growth) return false
  return !endsStep(text, run)
}

/** A line break ends a step, as does the end of a word in a long run. */
function endsStep(text: string, run: TypingRun) {
  const last = text[run.caret - 1] ?? ''
  if (last === '\n') return true
  return run.edits >= maxRunEdits && /\s/.test(last) && !/\s/.test(text[run.caret] ?? ' ')
}
