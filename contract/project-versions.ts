import { z } from 'zod'
import { endpoint, id, idParams, lastVersion, moment, version } from './endpoint.ts'
import { OneProject, owner } from './projects.ts'

/** A text that was once saved. */
export const ProjectVersion = z.object({
  version: z.number().int(),
  title: z.string(),
  excerpt: z.string(),
  /** Letters of the notes. */
  length: z.number().int(),
  savedAt: moment,
})
export type ProjectVersion = z.infer<typeof ProjectVersion>

const versionParams = z.strictObject({
  id,
  version: z.coerce
    .number<number>('This is not a version.')
    .int('This is not a version.')
    .min(1, 'This is not a version.')
    .max(lastVersion, 'This is not a version.'),
})

export const listProjectVersions = endpoint({
  name: 'listProjectVersions',
  method: 'GET',
  path: '/api/projects/:id/versions',
  tag: 'Projects',
  summary: 'The last 20 saved versions, the latest, which is the text as it is, first',
  access: 'member',
  params: idParams,
  response: z.object({ versions: z.array(ProjectVersion) }),
})

export const readProjectVersion = endpoint({
  name: 'readProjectVersion',
  method: 'GET',
  path: '/api/projects/:id/versions/:version',
  tag: 'Projects',
  summary: 'A saved version with its whole text',
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
  summary: 'Save an earlier version anew, as the latest; refused like a save when the text has changed since',
  access: 'member',
  params: versionParams,
  body: z.strictObject({ version, ...owner }),
  response: OneProject,
})
