import type pg from 'pg'
import type { Project } from '#contract/projects.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { statement, writeStatement } from '#server/db/statement.ts'
import { addToCounts, throwLimitError } from './member-counts.ts'
import { briefJson, bytesOf, currentText, type ProjectRef, projectJson } from './project-json.ts'

/** The current project after a save that wrote nothing, and whether it already equals that save. */
type CurrentState = { project: Project; isSame: boolean }

/** One atomic statement. Writes only if the version it read is still the latest; otherwise returns no row. */
const saveSql = (resultJson: string) => `
  with next as materialized (
    select c.id, c.version, c.text_bytes, coalesce($3, c.title) as title, coalesce($4, c.notes) as notes
    from (
      select p.id, p.version, p.text_bytes, v.title, v.notes
      from projects p ${currentText} where p.user_id = $1 and p.id = $2
    ) c
    where c.version = coalesce($5, c.version) and ($3 <> c.title or $4 <> c.notes)
  ),
  p as (
    update projects p set version = p.version + 1, updated_at = clock_timestamp(),
      text_bytes = n.text_bytes + ${bytesOf('n')} - (
        select coalesce(sum(${bytesOf('v')}), 0) from project_versions v
        where v.project_id = n.id and v.version <= n.version + 1 - ${workspaceLimits.projectVersions})
    from next n where p.id = n.id and p.version = n.version
    returning p.*
  ),
  v as (
    insert into project_versions (project_id, version, title, notes)
    select p.id, p.version, n.title, n.notes from p join next n on n.id = p.id
    returning project_id, title, notes
  ),
  pruned as (
    delete from project_versions
    where project_id = $2 and version <= (select version from p) - ${workspaceLimits.projectVersions}
  ),
  counted as (${addToCounts(`
    select p.user_id, 0, 0, (p.text_bytes >> 16) - (n.text_bytes >> 16) from p join next n on n.id = p.id
    where p.text_bytes >> 16 <> n.text_bytes >> 16`)})
  select ${resultJson}::text as item from p join v on v.project_id = p.id`

type TextParameters = [userId: string, projectId: string, title: string | null, notes: string | null]
type SaveParameters = [...TextParameters, base: number | null]

const save = writeStatement<{ item: string }, SaveParameters>('project-save', saveSql(projectJson))
const saveBrief = writeStatement<{ item: string }, SaveParameters>('project-save-brief', saveSql(briefJson))

const currentState = statement<CurrentState, TextParameters>(
  'project-save-found',
  `select ${projectJson} as project, coalesce(v.title = $3, true) and coalesce(v.notes = $4, true) as "isSame"
   from projects p ${currentText} where p.user_id = $1 and p.id = $2`,
)

export type Save = {
  title: string | undefined
  notes: string | undefined
  base: number | undefined
  isBrief: boolean
}

export async function saveProject(pool: pg.Pool, { userId, projectId }: ProjectRef, input: Save) {
  const { title = null, notes = null, base = null, isBrief } = input
  const saving = (isBrief ? saveBrief : save)(pool, userId, projectId, title, notes, base)
  const [row] = await saving.catch(throwLimitError)
  return row?.item
}

export async function findCurrentState(pool: pg.Pool, { userId, projectId }: ProjectRef, { title, notes }: Save) {
  const [row] = await currentState(pool, userId, projectId, title ?? null, notes ?? null)
  return row
}
