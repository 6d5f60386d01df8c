import type { Project } from '#contract/projects.ts'
import { ApiError, sentenceOf } from '#web/api/call.ts'
import { updateProject } from '#web/projects/project-calls.ts'
import type { Outcome } from '../model/editor-state.ts'
import type { ProjectText } from '../model/project-text.ts'
import type { Save } from '../model/text-rules.ts'

/** Browsers limit `keepalive` requests to 64 kB in total, including headers. */
const carried = 60_000

type SaveAnswer =
  | Exclude<Outcome, { kind: 'saved' | 'changed' }>
  | { kind: 'saved' | 'changed'; saved: Project }

type Whose = { userId: string; projectId: string }

export async function sendSave({ userId, projectId }: Whose, save: Save<ProjectText>): Promise<SaveAnswer> {
  // `userId` names the owner, because another member may have signed in.
  const body = { ...save, userId }
  try {
    const { project } = await updateProject({
      params: { id: projectId },
      query: { brief: 'true' },
      body,
      ...deliveryOf(body),
    })
    return { kind: 'saved', saved: { ...project, notes: save.notes } }
  } catch (error) {
    if (error instanceof ApiError && error.project) return { kind: 'changed', saved: error.project }
    return failureOf(error)
  }
}

/** Small saves outlive the page. The timeout allows for 5 kB per second. */
export function deliveryOf(body: object) {
  const sent = JSON.stringify(body)
  const patience = 20_000 + new TextEncoder().encode(sent).length / 5
  return { keepalive: isCarried(sent), signal: AbortSignal.timeout(patience) }
}

export const isCarried = (body: string) =>
  body.length <= carried && new TextEncoder().encode(body).length <= carried

export function failureOf(error: unknown): Exclude<Outcome, { kind: 'saved' | 'changed' }> {
  if (!(error instanceof ApiError)) return { kind: 'failed', sentence: 'Foldout could not be reached.' }
  const sentence = sentenceOf(error, 'Something went wrong. Please try again.')
  if (error.code === 'not_found') return { kind: 'gone' }
  if (error.code === 'not_signed_in' || error.code === 'not_yours') return { kind: 'signed-out' }
  const isLasting = error.code !== undefined && error.status < 500 && error.status !== 429
  return { kind: isLasting ? 'refused' : 'failed', sentence }
}
