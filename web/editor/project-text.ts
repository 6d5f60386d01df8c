import { toOneLine } from '#contract/one-line.ts'
import { isBlank, trimText } from '#contract/visible-text.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import type { EditorSession } from '#web/session/editor-session.ts'
import {
  type Caret,
  difference,
  isSameText,
  pickRuleFields,
  type Saved,
  type TextRules,
} from '#web/session/text-rules.ts'

export type ProjectText = { title: string; notes: string }

export type SavedText = Saved<ProjectText>
export type ProjectSession = EditorSession<ProjectText>

export type Field = keyof ProjectText

const maxImmediateLength = 50_000

export const projectRules: TextRules<ProjectText> = {
  savesAutomatically: true,
  storesBase: false,
  fields: ['title', 'notes'],
  fieldText: (text, field) => text[field],
  typedText: (text, target) => text[target as Field],
  fieldsWithoutUndo: [],
  isTitleMissing: ({ title }) => isBlank(title),
  isTooLong: ({ notes }) => countExcessBytes(notes) > 0,
  isLong: ({ notes }) => notes.length > maxImmediateLength,
  outgoing: ({ title, notes }, base) => ({ title: trimText(title) || base.title, notes }),
  derivedFields: [],
  withDerived: (_, text) => text,
  caretAfter: getCaretAfter,
}

/** Omits a blank title, so that the notes can be saved. */
export function toProjectUpdate({ title, notes }: ProjectText, version: number) {
  const line = trimText(title)
  return { ...(line && { title: line }), notes, version }
}

export const sameText = (a: ProjectText, b: ProjectText) => isSameText(projectRules, a, b)

export const textOf = (text: ProjectText) => pickRuleFields(projectRules, text)

/** Removes what PostgreSQL cannot store: NUL and lone surrogates, which a truncated paste can contain. */
export function toStorable(input: string) {
  const wellFormed = input.isWellFormed() ? input : input.toWellFormed()
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '') : wellFormed
}

export const toStorableTitle = (input: string) =>
  toOneLine(toStorable(input))
    .slice(0, workspaceLimits.projectTitle)
    .replace(/[\ud800-\udbff]$/, '')

export function countExcessBytes(notes: string) {
  // UTF-8 takes at most three bytes per UTF-16 unit, so short texts need no count.
  if (notes.length * 3 <= workspaceLimits.projectNotes) return 0
  return Math.max(0, new TextEncoder().encode(notes).length - workspaceLimits.projectNotes)
}

/** The caret position after the changed part, or undefined if nothing changed. */
function getCaretAfter(from: ProjectText, to: ProjectText): Caret<ProjectText> | undefined {
  const field: Field = from.notes !== to.notes ? 'notes' : 'title'
  if (from[field] === to[field]) return undefined
  return { field, at: to[field].length - difference(from[field], to[field]).suffix }
}

/** Keeps the caret between the same characters when the text around it is replaced. */
export function moveCaret(from: string, to: string, at: number) {
  const { prefix, suffix } = difference(from, to)
  if (at <= prefix) return at
  if (at >= from.length - suffix) return at + to.length - from.length
  return Math.min(at, to.length - suffix)
}
