import { memberSubkey } from '#web/browser/storage-keys.ts'
import type { Draft } from '#web/session/session-state.ts'
import { isDraftOfText, listDraftsOfMember, StoredDrafts } from '#web/session/stored-drafts.ts'
import { type ProjectText, toStorableTitle } from './project-text.ts'

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
