/** The JSON of `projects p` with a version `v`, as declared in contract/projects.ts. */
import { workspaceLimits } from '#contract/workspace-limits.ts'

/** Queries always include the owner, so that no member can read or change another's project. */
export type ProjectRef = { userId: string; projectId: string }

const sharedFields = `
  'id', p.id, 'userId', p.user_id, 'title', v.title, 'totalMinutes', p.total_minutes,
  'completedAt', p.completed_at, 'zineId', p.zine_id, 'createdAt', p.created_at, 'updatedAt', p.updated_at`

export const projectJson = `json_build_object(${sharedFields}, 'version', p.version, 'notes', v.notes)`

export const briefJson = `json_build_object(${sharedFields}, 'version', p.version)`

const excerpt = `left(v.notes, ${workspaceLimits.projectExcerpt})`

export const ticketJson = `json_build_object(${sharedFields}, 'excerpt', ${excerpt})`

export const listedJson = `json_build_object(${sharedFields}, 'excerpt', ${excerpt}, 'notes', v.notes)`

export const currentText = 'join project_versions v on v.project_id = p.id and v.version = p.version'

export const versionFields = `
  'version', v.version, 'title', v.title, 'excerpt', ${excerpt}, 'length', length(v.notes), 'savedAt', v.saved_at`

/** Bytes of a row's title and notes, as counted in `text_bytes`. */
export const bytesOf = (text: string) => `octet_length(${text}.title) + octet_length(${text}.notes)`
