import type { Field, ProjectText } from './project-text.ts'

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
