import type { Project } from '#contract/projects.ts'
import type { Draft } from './save-project.ts'

/** What was typed and not saved, by project; of a new one also the id it will have, so that it is made once. */
export type Drafts = Map<string, Draft & { id?: string; base?: Project }>

const held = new Map<string, Drafts>()

/** The titles of what was sent to be begun, by id: it may be there although no answer came. */
export const begun = new Map<string, string>()

/** A member's drafts in this tab. They outlive the form, a look at another page, and a session that ends and is renewed. */
export function draftsOf(userId: string): Drafts {
  const drafts = held.get(userId) ?? new Map()
  held.set(userId, drafts)
  return drafts
}

/** Those with words that are not in a project. */
export const unsavedDraftsOf = (userId: string) =>
  [...draftsOf(userId).values()].filter(
    ({ title, notes, base }) =>
      title.trim() !== (base?.title ?? '') || notes.trim() !== (base?.notes ?? '').trim(),
  )

/** After it was saved; what was typed since then, in a form opened anew, stays. */
export function dropDraft(drafts: Drafts, key: string, saved: Draft) {
  const typed = drafts.get(key)
  if (typed?.title === saved.title && typed.notes === saved.notes) drafts.delete(key)
}
