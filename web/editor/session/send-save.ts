import type { ErrorBody } from '#contract/errors.ts'
import type { Project, SavedProject } from '#contract/projects.ts'
import { ApiError } from '#web/api/api.ts'
import { sentenceOf } from '#web/api/error-sentence.ts'
import { projectPath } from '#web/projects/project-path.ts'
import type { Outcome, Save } from '../model/editor-state.ts'

/** How long, in milliseconds, a save may take before it counts as lost: slow lines carry 5 kB in a second. */
const patienceFor = (body: string) => 20_000 + new TextEncoder().encode(body).length / 5
/** Browsers carry at most 64 kB over the end of a page, headers and other requests among them. */
const carried = 60_000

type SaveAnswer =
  | Exclude<Outcome, { kind: 'saved' | 'changed' }>
  | { kind: 'saved' | 'changed'; project: Project }

type Whose = { userId: string; projectId: string }

/** Sends a save and says how it ended; never throws. A small one outlives the page. */
export async function sendSave({ userId, projectId }: Whose, save: Save): Promise<SaveAnswer> {
  try {
    // Whose it is goes along: the session may be somebody else's by now, who has no such project.
    const body = JSON.stringify({ ...save, userId })
    const answer = await fetch(`${projectPath(projectId)}?brief=true`, {
      method: 'PUT',
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      body,
      keepalive: isCarried(body),
      signal: AbortSignal.timeout(patienceFor(body)),
    })
    const text = await answer.text()
    if (!answer.ok) return refusalOf(new ApiError(answer.status, answer.statusText, text), text)
    const { project } = JSON.parse(text) as { project: SavedProject }
    return { kind: 'saved', project: { ...project, notes: save.notes } }
  } catch {
    return { kind: 'failed', sentence: 'Foldout could not be reached.' }
  }
}

export const isCarried = (body: string) =>
  body.length <= carried && new TextEncoder().encode(body).length <= carried

function refusalOf(error: ApiError, text: string): SaveAnswer {
  const sentence = sentenceOf(error, 'Something went wrong. Please try again.')
  const now = error.code === 'changed_elsewhere' ? (JSON.parse(text) as ErrorBody).project : undefined
  if (now) return { kind: 'changed', project: now }
  if (error.code === 'not_found') return { kind: 'gone' }
  if (error.code === 'not_signed_in' || error.code === 'not_yours') return { kind: 'signed-out' }
  const isLasting = error.code !== undefined && error.status < 500 && error.status !== 429
  return { kind: isLasting ? 'refused' : 'failed', sentence }
}
