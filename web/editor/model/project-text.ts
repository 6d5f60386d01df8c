import { oneLine } from '#contract/one-line.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'

/** What a maker writes in the editor. */
export type ProjectText = { title: string; notes: string }

/** A text as the server has it. */
export type SavedText = ProjectText & { version: number }

export type Field = keyof ProjectText

export const sameText = (a: ProjectText, b: ProjectText) => a.title === b.title && a.notes === b.notes

export const textOf = ({ title, notes }: ProjectText): ProjectText => ({ title, notes })

/** What the database cannot carry goes: NUL, and halves of characters, which a cut paste can leave. */
export function storable(typed: string) {
  const whole = typed.isWellFormed() ? typed : typed.toWellFormed()
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole
}

/** A title is one line, however it was pasted. */
export const storableTitle = (typed: string) =>
  oneLine(storable(typed))
    .slice(0, workspaceLimits.projectTitle)
    .replace(/[\ud800-\udbff]$/, '')

/** By how many bytes the notes are longer than the server takes; 0 when they fit. */
export function bytesOver(notes: string) {
  // A letter takes at most three bytes for each of its UTF-16 units: short texts need not be counted.
  if (notes.length * 3 <= workspaceLimits.projectNotes) return 0
  return Math.max(0, new TextEncoder().encode(notes).length - workspaceLimits.projectNotes)
}

/** Tells texts apart without keeping them: 53 bits of hash, and the length. */
export function fingerprint({ title, notes }: ProjectText) {
  const whole = `${title}\n${notes}`
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let at = 0; at < whole.length; at += 1) {
    const unit = whole.charCodeAt(at)
    a = Math.imul(a ^ unit, 2654435761)
    b = Math.imul(b ^ unit, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return `${whole.length}-${(4294967296 * (2097151 & b) + (a >>> 0)).toString(36)}`
}

/** Where the caret stands: in which field, before which letter. */
export type Caret = { field: Field; at: number }

/** The one stretch in which two texts differ: how much is the same before it and after it. */
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

/** After a change the caret belongs behind what changed; undefined when nothing did. */
export function caretAfter(from: ProjectText, to: ProjectText): Caret | undefined {
  const field: Field = from.notes !== to.notes ? 'notes' : 'title'
  if (from[field] === to[field]) return undefined
  return { field, at: to[field].length - difference(from[field], to[field]).after }
}

/** Where a caret goes when the text around it is replaced: it stays between the same letters if they are there. */
export function movedCaret(from: string, to: string, at: number) {
  const { before, after } = difference(from, to)
  if (at <= before) return at
  if (at >= from.length - after) return at + to.length - from.length
  return Math.min(at, to.length - after)
}
