import type { Project, updateProject as updateProjectEndpoint } from '#contract/projects.ts'
import { trimText } from '#contract/visible-text.ts'
import { currentState } from '#web/api/call.ts'
import { createProject, updateProject } from './project-calls.ts'

export type Draft = { title: string; notes: string }

export type Saved = { status: 'saved' | 'changed'; project: Project }

/** After a lost response, the project already exists. Then this also saves later edits. */
export async function createProjectOnce(userId: string, id: string, draft: Draft): Promise<Saved> {
  const body = { id, title: trimText(draft.title), notes: draft.notes.trim(), userId, totalMinutes: 0 as const }
  const { project } = await createProject({ body })
  const isOwnVersion = project.version === 1 || !changeOf(project, draft)
  return isOwnVersion ? saveProject(project, draft) : { status: 'changed', project }
}

/** Saves and merges concurrent changes to other fields. Writes nothing if the same field changed elsewhere. */
export async function saveProject(base: Project, draft: Draft): Promise<Saved> {
  const change = changeOf(base, draft)
  if (!change) return { status: 'saved', project: base }
  try {
    const body = { ...change, version: base.version, userId: base.userId }
    const { project } = await updateProject({ params: { id: base.id }, body })
    return { status: 'saved', project: { notes: base.notes, ...project } }
  } catch (error) {
    const project = currentState<typeof updateProjectEndpoint>(error)
    if (!project) throw error
    const isSameField = fields.some((field) => field in change && project[field] !== base[field])
    return isSameField ? { status: 'changed', project } : saveProject(project, { ...project, ...change })
  }
}

const fields = ['title', 'notes'] as const

function changeOf(base: Project, draft: Draft): Partial<Draft> | undefined {
  const change = {
    ...(trimText(draft.title) !== base.title && { title: trimText(draft.title) }),
    // Ignores surrounding spaces, which only the editor preserves.
    ...(draft.notes.trim() !== base.notes.trim() && { notes: draft.notes.trim() }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}

export type Drafts = Map<string, Draft & { id?: string; base?: Project }>

const draftsByMember = new Map<string, Drafts>()

/** Titles of new projects sent to the server, by ID. A project may exist although its response was lost. */
export const sentTitles = new Map<string, string>()

/** A member's unsaved drafts in this tab. They survive closing the form, navigation and a renewed session. */
export function draftsOf(userId: string): Drafts {
  const drafts = draftsByMember.get(userId) ?? new Map()
  draftsByMember.set(userId, drafts)
  return drafts
}

export const unsavedDraftsOf = (userId: string) =>
  [...draftsOf(userId).values()].filter(
    ({ title, notes, base }) => trimText(title) !== (base?.title ?? '') || notes.trim() !== (base?.notes ?? '').trim(),
  )

/** Drops a draft that was saved, unless it has changed since. */
export function deleteSavedDraft(drafts: Drafts, key: string, saved: Draft) {
  const current = drafts.get(key)
  if (current?.title === saved.title && current.notes === saved.notes) drafts.delete(key)
}
