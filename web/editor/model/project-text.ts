import { oneLine } from '#contract/one-line.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { type Caret, fieldsOf, type Saved, same, type TextRules } from './text-rules.ts'

export type ProjectText = { title: string; notes: string }

export type SavedText = Saved<ProjectText>

export type Field = keyof ProjectText

const keptAtOnce = 50_000

export const projectRules: TextRules<ProjectText> = {
  fields: ['title', 'notes'],
  lettersOf: (text, field) => text[field],
  typedIn: (text, place) => text[place as Field],
  notUndone: [],
  lacksTitle: ({ title }) => title.trim() === '',
  isTooLong: ({ notes }) => bytesOver(notes) > 0,
  isLong: ({ notes }) => notes.length > keptAtOnce,
  outgoing: ({ title, notes }, base) => ({ title: title.trim() || base.title, notes }),
  saveOf({ title, notes }, version) {
    const line = title.trim()
    return { ...(line && { title: line }), notes, version }
  },
  caretAfter,
}

export const sameText = (a: ProjectText, b: ProjectText) => same(projectRules, a, b)

export const textOf = (text: ProjectText) => fieldsOf(projectRules, text)

/** Removes what PostgreSQL cannot store: NUL and lone surrogates, which a truncated paste can contain. */
export function storable(typed: string) {
  const whole = typed.isWellFormed() ? typed : typed.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole
}

export const storableTitle = (typed: string) =>
  oneLine(storable(typed))
    .slice(0, workspaceLimits.projectTitle)
    .replace(/[\ud800-\udbff]$/, '')

export function bytesOver(notes: string) {
  // UTF-8 takes at most three bytes per UTF-16 unit, so short texts need no count.
  if (notes.length * 3 <= workspaceLimits.projectNotes) return 0
  return Math.max(0, new TextEncoder().encode(notes).length - workspaceLimits.projectNotes)
}

/** The lengths of the common prefix and suffix of two texts. */
export function difference(from: string, to: string) {
  const most = Math.min(from.length, to.length)
  let before = 0
  while (before < most && from.charCodeAt(before) === to.charCodeAt(before)) before += 1
  let after = 0
  const room = most - before
  while (after < room && from.charCodeAt(from.length - 1 - after) === to.charCodeAt(to.length - 1 - after)) {
    after += 1
  }
  return { before, after }
}

/** The caret position after the changed part, or undefined if nothing changed. */
function caretAfter(from: ProjectText, to: ProjectText): Caret<ProjectText> | undefined {
  const field: Field = from.notes !== to.notes ? 'notes' : 'title'
  if (from[field] === to[field]) return undefined
  return { field, at: to[field].length - difference(from[field], to[field]).after }
}

/** Keeps the caret between the same characters when the text around it is replaced. */
export function movedCaret(from: string, to: string, at: number) {
  const { before, after } = difference(from, to)
  if (at <= before) return at
  if (at >= from.length - after) return at + to.length - from.length
  return Math.min(at, to.length - after)
}
