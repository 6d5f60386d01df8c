import { msg } from '@lingui/core/runtime-macro'
import { z } from 'zod'
import { say } from '#contract/in-english.ts'
import {
  claimedId,
  endpoint,
  id,
  idParams,
  maxVersion,
  nextCursor,
  pageQuery,
  successResponse,
  text,
  timestamp,
  version,
} from './endpoint.ts'
import { toOneLine } from './one-line.ts'
import { workspaceLimits } from './workspace-limits.ts'

const sharedFields = {
  id,
  userId: id,
  title: z.string(),
  totalMinutes: z.number().int(),
  completedAt: timestamp.nullable(),
  /** The published zine, until it is deleted. */
  zineId: id.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
}

export const ProjectTicket = z.object({ ...sharedFields, excerpt: z.string() })
export type ProjectTicket = z.infer<typeof ProjectTicket>

/** A project in a list, with full notes unless the caller omits them. */
export const ListedProject = ProjectTicket.extend({ notes: z.string().optional() })
export type ListedProject = z.infer<typeof ListedProject>

export const Project = z.object({ ...sharedFields, notes: z.string(), version: z.number().int() })
export type Project = z.infer<typeof Project>

export const ProjectResponse = z.object({ project: Project })

export const SavedProject = Project.partial({ notes: true })
export type SavedProject = z.infer<typeof SavedProject>

const title = text('The title', workspaceLimits.projectTitle, toOneLine).refine(
  (value) => value !== '',
  say(msg`A project needs a title.`),
)

export const notesTooLong = say(
  msg`Notes can be at most 1 MB long. Your notes were not saved. Split them into two projects.`,
)

/** Untrimmed, so that the caret stays in place. */
const notes = z
  .string('The notes must be text.')
  .refine(
    (value) => value.isWellFormed() && !value.includes('\u0000'),
    'The notes contain a character that cannot be stored.',
  )
  .refine((value) => isAtMost(value, workspaceLimits.projectNotes), notesTooLong)

/** Bytes of UTF-8. A UTF-16 unit has at most three, so most texts need no encoding to count. */
const isAtMost = (text: string, bytes: number) =>
  text.length * 3 <= bytes || new TextEncoder().encode(text).length <= bytes

const brief = z.literal('true', 'brief must be true.').optional()
/** The claimed owner must be the viewer. */
export const claimedOwner = { userId: claimedId }
const claimedOwnerBody = z.strictObject(claimedOwner).nullish()

export const listProjects = endpoint({
  name: 'listProjects',
  method: 'GET',
  path: '/api/users/:id/projects',
  tag: 'Projects',
  summary:
    'The viewer’s projects with their full notes, most recently changed first. A page of the list ends early where its notes would ' +
    'exceed 1 MB. `brief=true` omits the notes and returns their beginning as `excerpt`',
  access: 'member',
  params: idParams,
  query: z.strictObject({
    ...pageQuery,
    state: z.enum(['active', 'finished'], 'state must be active or finished.').optional(),
    brief,
  }),
  response: z.object({ projects: z.array(ListedProject), nextCursor }),
})

export const createProject = endpoint({
  name: 'createProject',
  method: 'POST',
  changes: 'private',
  path: '/api/projects',
  tag: 'Projects',
  summary: 'Create a project; idempotent for the same id',
  access: 'member',
  status: 201,
  body: z.strictObject({
    id: id.optional(),
    title,
    notes: notes.nullish().transform((value) => value ?? ''),
    totalMinutes: z.literal(0, 'totalMinutes of a new project must be 0.').optional(),
    ...claimedOwner,
  }),
  response: ProjectResponse,
})

export const readProject = endpoint({
  name: 'readProject',
  method: 'GET',
  path: '/api/projects/:id',
  tag: 'Projects',
  summary: 'One of the viewer’s projects with its full notes',
  access: 'member',
  params: idParams,
  response: ProjectResponse,
})

export const updateProject = endpoint({
  name: 'updateProject',
  method: 'PUT',
  changes: 'private',
  path: '/api/projects/:id',
  tag: 'Projects',
  summary:
    'Save title or notes. If a version is sent and the text has changed since, the save is rejected (409) ' +
    'with the current text. Without a version, the replaced text stays available as an earlier version. `brief=true` omits ' +
    'the notes from a successful response. The other fields of a project may be ' +
    'sent unchanged; if one differs, nothing is saved and the error (400) names it. Unknown fields are ignored',
  access: 'member',
  params: idParams,
  query: z.strictObject({ brief }),
  body: z.looseObject({
    title: title.optional(),
    notes: notes.optional(),
    version: version.optional(),
    ...claimedOwner,
  }),
  response: z.object({ project: SavedProject }),
  conflict: Project,
})

export const readOnlyProjectFields = [
  'id',
  'totalMinutes',
  'completedAt',
  'zineId',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Project)[]

export const deleteProject = endpoint({
  name: 'deleteProject',
  method: 'DELETE',
  changes: 'private',
  path: '/api/projects/:id',
  tag: 'Projects',
  summary: 'Delete a project with its versions and focus sessions',
  access: 'member',
  params: idParams,
  body: claimedOwnerBody,
  response: successResponse,
})

export const toggleProjectCompletion = endpoint({
  name: 'toggleProjectCompletion',
  method: 'PUT',
  changes: 'private',
  path: '/api/projects/:id/toggle-completion',
  tag: 'Projects',
  summary: 'Toggle whether a project is finished, or set it with `completed`',
  access: 'member',
  params: idParams,
  body: z
    .strictObject({ completed: z.boolean('completed must be true or false.').optional(), ...claimedOwner })
    .nullish(),
  response: ProjectResponse,
})

export const ProjectVersion = z.object({
  version: z.number().int(),
  title: z.string(),
  excerpt: z.string(),
  length: z.number().int(),
  savedAt: timestamp,
})
export type ProjectVersion = z.infer<typeof ProjectVersion>

const versionParams = z.strictObject({
  id,
  version: z.coerce
    .number<number>('This is not a valid version.')
    .int('This is not a valid version.')
    .min(1, 'This is not a valid version.')
    .max(maxVersion, 'This is not a valid version.'),
})

export const listProjectVersions = endpoint({
  name: 'listProjectVersions',
  method: 'GET',
  path: '/api/projects/:id/versions',
  tag: 'Projects',
  summary: 'The last 20 saved versions, most recent first; the first is the current text',
  access: 'member',
  params: idParams,
  response: z.object({ versions: z.array(ProjectVersion) }),
})

export const readProjectVersion = endpoint({
  name: 'readProjectVersion',
  method: 'GET',
  path: '/api/projects/:id/versions/:version',
  tag: 'Projects',
  summary: 'A saved version with its full text',
  access: 'member',
  params: versionParams,
  response: z.object({ version: ProjectVersion.extend({ notes: z.string() }) }),
})

export const restoreProjectVersion = endpoint({
  name: 'restoreProjectVersion',
  method: 'POST',
  changes: 'private',
  path: '/api/projects/:id/versions/:version/restore',
  tag: 'Projects',
  summary: 'Restore an earlier version as the newest one; rejected like a save if the text has changed since',
  access: 'member',
  params: versionParams,
  body: z.strictObject({ version, ...claimedOwner }),
  response: ProjectResponse,
  conflict: Project,
})
