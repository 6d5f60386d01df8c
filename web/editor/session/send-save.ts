import type * as contract from '#contract/projects.ts'
import { ApiError, currentState, getUserMessage } from '#web/api/call.ts'
import { updateProject } from '#web/projects/project-calls.ts'
import type { Outcome } from '../model/editor-state.ts'
import type { ProjectText } from '../model/project-text.ts'
import type { SaveRequest } from '../model/text-rules.ts'

/** Browsers limit `keepalive` requests to 64 kB in total, including headers. */
const maxKeepaliveBytes = 60_000

type SaveOutcome =
  | Exclude<Outcome, { kind: 'saved' | 'changed' }>
  | { kind: 'saved' | 'changed'; saved: contract.Project }

type ProjectRef = { userId: string; projectId: string }

export async function sendSave(
  { userId, projectId }: ProjectRef,
  save: SaveRequest<ProjectText>,
): Promise<SaveOutcome> {
  // `userId` names the owner, because another member may have signed in.
  const body = { ...save, userId }
  try {
    const { project } = await updateProject({
      params: { id: projectId },
      query: { brief: 'true' },
      body,
      ...requestOptions(body),
    })
    return { kind: 'saved', saved: { ...project, notes: save.notes } }
  } catch (error) {
    const current = currentState<typeof contract.updateProject>(error)
    if (current) return { kind: 'changed', saved: current }
    return toFailedOutcome(error)
  }
}

/** Small saves outlive the page. The timeout allows for 5 kB per second. */
export function requestOptions(body: object) {
  const json = JSON.stringify(body)
  const timeoutMs = 20_000 + new TextEncoder().encode(json).length / 5
  return { keepalive: fitsKeepalive(json), signal: AbortSignal.timeout(timeoutMs) }
}

export const fitsKeepalive = (body: string) =>
  body.length <= maxKeepaliveBytes && new TextEncoder().encode(body).length <= maxKeepaliveBytes

export function toFailedOutcome(error: unknown): Exclude<Outcome, { kind: 'saved' | 'changed' }> {
  if (!(error instanceof ApiError)) return { kind: 'failed', userMessage: 'Foldout could not be reached.' }
  const userMessage = getUserMessage(error, 'Something went wrong. Please try again.')
  if (error.code === 'not_found') return { kind: 'gone' }
  if (error.code === 'not_signed_in' || error.code === 'not_yours') return { kind: 'signed-out' }
  const isPermanent = error.code !== undefined && error.status < 500 && error.status !== 429
  return { kind: isPermanent ? 'refused' : 'failed', userMessage }
}
