import type pg from 'pg'
import { type Project, readOnlyProjectFields } from '#contract/projects.ts'
import { ApiError, changedElsewhere } from '#server/http/errors.ts'
import type { ProjectRef } from './project-json.ts'
import { readProjectVersion } from './projects.queries.ts'
import { findCurrentState, type Save, saveProject } from './save-project.queries.ts'

type Update = Save & { otherFields: Record<string, unknown> }

/** Retries after concurrent saves, unless they changed the version that this save is based on. */
export async function updateProject(pool: pg.Pool, ref: ProjectRef, { otherFields, ...input }: Update) {
  const base = await resolveBase(pool, ref, { otherFields, ...input })
  for (;;) {
    const savedJson = await saveProject(pool, ref, { ...input, base })
    if (savedJson) return savedJson
    const current = await findCurrentState(pool, ref, input)
    if (!current) return undefined
    if (current.isSame) return (input.isBrief ? toBriefJson : JSON.stringify)(current.project)
    if (base !== undefined && base !== current.project.version) throw changedElsewhere('project', current.project)
  }
}

const toBriefJson = ({ notes: _notes, ...project }: Project) => JSON.stringify(project)

type Restore = { version: number; base: number }

export async function restoreProjectVersion(pool: pg.Pool, ref: ProjectRef, { version, base }: Restore) {
  const versionJson = await readProjectVersion(pool, ref, version)
  if (!versionJson) return undefined
  const { title, notes } = JSON.parse(versionJson) as Pick<Project, 'title' | 'notes'>
  return updateProject(pool, ref, { title, notes, base, isBrief: false, otherFields: {} })
}

/** The base version: the one in the request, otherwise the latest. `updatedAt` is compared only without a version. */
async function resolveBase(pool: pg.Pool, ref: ProjectRef, { otherFields, ...input }: Update) {
  const sent = readOnlyProjectFields.filter((field) => otherFields[field] !== undefined)
  if (sent.length === 0) return input.base
  const current = await findCurrentState(pool, ref, input)
  if (!current) return input.base
  const ignoresTime = input.base !== undefined || current.isSame
  const changedFields = sent.filter(
    (field) =>
      !(field === 'updatedAt' && ignoresTime) && !isEqualField(field, otherFields[field], current.project[field]),
  )
  if (changedFields.length > 0) throw readOnlyError(changedFields)
  return input.base ?? current.project.version
}

const isMoment = (field: keyof Project) => field.endsWith('At')

/** Compares times in milliseconds, the precision of JavaScript. */
function isEqualField(field: keyof Project, sent: unknown, stored: unknown) {
  if (typeof sent !== 'string' || typeof stored !== 'string') return sent === stored
  return isMoment(field) ? Date.parse(sent) === Date.parse(stored) : sent.toLowerCase() === stored.toLowerCase()
}

const readOnlyError = (fields: string[]) =>
  new ApiError(
    'invalid_request',
    `These fields cannot be changed here: ${fields.join(', ')}. Omit them or send them unchanged.`,
    { issues: fields.map((path) => ({ path, message: `${path} cannot be changed here.` })) },
  )
