import type pg from 'pg'
import { type Project, readOnlyProjectFields } from '#contract/projects.ts'
import { Refusal } from '#server/http/errors.ts'
import type { OwnProject } from './project-json.ts'
import { readProjectVersion } from './projects.queries.ts'
import { findUnsaved, type Save, saveProject } from './save-project.queries.ts'

type Update = Save & { others: Record<string, unknown> }

/** Retries after concurrent saves, unless they changed the version that this save is based on. */
export async function updateProject(pool: pg.Pool, own: OwnProject, { others, ...given }: Update) {
  const base = await checkedBase(pool, own, { others, ...given })
  for (;;) {
    const written = await saveProject(pool, own, { ...given, base })
    if (written) return written
    const found = await findUnsaved(pool, own, given)
    if (!found) return undefined
    if (found.isSame) return (given.isBrief ? briefly : JSON.stringify)(found.project)
    if (base !== undefined && base !== found.project.version) throw changedElsewhere(found.project)
  }
}

const briefly = ({ notes: _known, ...project }: Project) => JSON.stringify(project)

const changedElsewhere = (project: Project) =>
  new Refusal(
    'changed_elsewhere',
    'This project was changed somewhere else in the meantime. Nothing was overwritten.',
    { project },
  )

type Restore = { version: number; base: number }

export async function restoreProjectVersion(pool: pg.Pool, own: OwnProject, { version, base }: Restore) {
  const earlier = await readProjectVersion(pool, own, version)
  if (!earlier) return undefined
  const { title, notes } = JSON.parse(earlier) as Pick<Project, 'title' | 'notes'>
  return updateProject(pool, own, { title, notes, base, isBrief: false, others: {} })
}

/** The base version: the one in the request, otherwise the latest. `updatedAt` is compared only without a version. */
async function checkedBase(pool: pg.Pool, own: OwnProject, { others, ...given }: Update) {
  const sent = readOnlyProjectFields.filter((field) => others[field] !== undefined)
  if (sent.length === 0) return given.base
  const found = await findUnsaved(pool, own, given)
  if (!found) return given.base
  const ignoresTime = given.base !== undefined || found.isSame
  const differing = sent.filter(
    (field) =>
      !(field === 'updatedAt' && ignoresTime) && !isEqualField(field, others[field], found.project[field]),
  )
  if (differing.length > 0) throw readOnly(differing)
  return given.base ?? found.project.version
}

const isMoment = (field: keyof Project) => field.endsWith('At')

/** Compares times in milliseconds, the precision of JavaScript. */
function isEqualField(field: keyof Project, sent: unknown, stored: unknown) {
  if (typeof sent !== 'string' || typeof stored !== 'string') return sent === stored
  return isMoment(field)
    ? Date.parse(sent) === Date.parse(stored)
    : sent.toLowerCase() === stored.toLowerCase()
}

const readOnly = (fields: string[]) =>
  new Refusal(
    'invalid_request',
    `These fields cannot be changed here: ${fields.join(', ')}. Omit them or send them unchanged.`,
    { issues: fields.map((path) => ({ path, message: `${path} cannot be changed here.` })) },
  )
