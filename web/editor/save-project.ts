import type * as contract from '#contract/projects.ts'
import { currentState } from '#web/api/call.ts'
import { updateProject } from '#web/projects/project-calls.ts'
import { saveStoredDrafts } from '#web/session/save-stored-drafts.ts'
import { requestOptions, toFailedOutcome } from '#web/session/send-save.ts'
import type { Outcome } from '#web/session/session-state.ts'
import { listProjectDrafts } from './project-drafts.ts'
import { type ProjectText, projectRules, toProjectUpdate } from './project-text.ts'

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
