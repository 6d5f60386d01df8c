import type * as contract from '#contract/projects.ts'
import { currentState } from '#web/api/call.ts'
import { memberSubkey } from '#web/browser/storage-keys.ts'
import { updateProject } from '#web/projects/project-calls.ts'
import { saveStoredDrafts } from '#web/session/save-stored-drafts.ts'
import { requestOptions, toFailedOutcome } from '#web/session/send-save.ts'
import type { Draft, Outcome } from '#web/session/session-state.ts'
import { isDraftOfText, listDraftsOfMember, StoredDrafts } from '#web/session/stored-drafts.ts'
import { type ProjectText, projectRules, toProjectUpdate, toStorableTitle } from './project-text.ts'

export const projectDraftPrefix = (userId: string, projectId: string) => memberSubkey(userId, 'draft', projectId, '')

export const openProjectDrafts = (userId: string, projectId: string) =>
  new StoredDrafts(userId, projectDraftPrefix(userId, projectId), parseProjectDraft)

export const listProjectDrafts = (userId: string) =>
  listDraftsOfMember(memberSubkey(userId, 'draft', ''), parseProjectDraft)

/** Titles from older versions may contain line breaks. */
export function parseProjectDraft(stored: unknown): Draft<ProjectText> | undefined {
  if (typeof stored !== 'object' || stored === null || !isDraftOfText(stored)) return undefined
  const { title, notes } = stored as Partial<ProjectText>
  if (typeof title !== 'string' || typeof notes !== 'string') return undefined
  return { ...stored, title: toStorableTitle(title), notes }
}

export const projectChannelName = (projectId: string) => `foldout:project:${projectId}`

export const saveStoredProjects = (userId: string) =>
  saveStoredDrafts(listProjectDrafts(userId), {
    rules: projectRules,
    channelNameOf: projectChannelName,
    send: (projectId, text, version) => saveProject({ userId, projectId }, text, version),
  })

type SaveOutcome =
  | Exclude<Outcome<ProjectText>, { kind: 'saved' | 'changed' }>
  | { kind: 'saved' | 'changed'; saved: contract.Project }

type ProjectRef = { userId: string; projectId: string }

export async function saveProject(
  { userId, projectId }: ProjectRef,
  text: ProjectText,
  version: number,
): Promise<SaveOutcome> {
  // `userId` names the owner, because another member may have signed in.
  const body = { ...toProjectUpdate(text, version), userId }
  try {
    const { project } = await updateProject({
      params: { id: projectId },
      query: { brief: 'true' },
      body,
      ...requestOptions(body),
    })
    return { kind: 'saved', saved: { ...project, notes: text.notes } }
  } catch (error) {
    const current = currentState<typeof contract.updateProject>(error)
    if (current) return { kind: 'changed', saved: current }
    return toFailedOutcome(error)
  }
}
