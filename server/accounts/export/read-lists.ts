import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import { importedRowsJson } from '#server/import/imports.queries.ts'
import { oldestFirst } from './read-in-batches.ts'

export const listFavorites = oldestFirst({
  from: sql`favorites f join zine_stats using (zine_id) join zines z on z.id = f.zine_id join users u on u.id = z.creator_id`,
  owner: 'f.user_id',
  at: 'f.created_at',
  id: 'f.zine_id',
  item: sql<object>`json_build_object(
    'title', z.title, 'creator', u.username, 'address', '/zine/' || z.id, 'favoritedAt', f.created_at)`,
})

export const listFollows = oldestFirst({
  from: sql`follows f join creator_stats using (creator_id) join users u on u.id = f.creator_id`,
  owner: 'f.follower_id',
  at: 'f.created_at',
  id: 'f.creator_id',
  item: sql<object>`json_build_object(
    'creator', u.username, 'address', '/profile/' || u.id, 'followedAt', f.created_at)`,
})

export const listBlocks = oldestFirst({
  from: sql`blocks b join users u on u.id = b.creator_id`,
  owner: 'b.member_id',
  at: 'b.blocked_at',
  id: 'b.creator_id',
  item: sql<object>`json_build_object(
    'creator', u.username, 'address', '/profile/' || u.id, 'blockedAt', b.blocked_at)`,
})

export const listUnwantedZines = oldestFirst({
  from: sql`unwanted_zines w join zine_stats using (zine_id) join zines z on z.id = w.zine_id join users u on u.id = z.creator_id`,
  owner: 'w.member_id',
  at: 'w.hidden_at',
  id: 'w.zine_id',
  item: sql<object>`json_build_object(
    'title', z.title, 'creator', u.username, 'address', '/zine/' || z.id, 'hiddenAt', w.hidden_at)`,
})

export const listFocusSessions = oldestFirst({
  from: sql`(select * from focus_sessions where removed_at is null) s join projects p on p.id = s.project_id
    join project_versions v on v.project_id = p.id and v.version = p.version`,
  owner: 's.user_id',
  at: 's.started_at',
  id: 's.id',
  item: sql<object>`json_build_object(
    'id', s.id, 'projectId', s.project_id, 'project', v.title, 'minutes', s.minutes, 'startedAt', s.started_at,
    'loggedAt', s.created_at)`,
})

export const listImports = oldestFirst({
  from: sql`imports i`,
  owner: 'i.owner_id',
  at: 'i.created_at',
  id: 'i.id',
  item: sql<object>`json_build_object(
    'state', i.state, 'refusal', i.refusal, 'refusalTranslation', i.refusal_translation, 'note', i.note,
    'noteTranslation', i.note_translation, 'rowCount', i.row_count, 'createdAt', i.created_at,
    'rows', ${sql.raw(importedRowsJson)})`,
})

export const listDecisions = oldestFirst({
  from: sql`decisions`,
  owner: 'member_id',
  at: 'made_at',
  id: 'id',
  item: sql<object>`json_build_object(
    'act', act, 'zine', title, 'reason', reason, 'reply', reply, 'repliedAt', replied_at, 'madeAt', made_at)`,
})

/** Projects with their texts, oldest first. Reads one at a time, as notes can be 1 MB long. */
export async function* listProjects(db: Db, userId: string) {
  for await (const id of projectIds(db, userId)) {
    const project = await findProject(db, userId, id)
    if (project) yield project
  }
}

const projectIds = oldestFirst({
  from: sql`projects`,
  owner: 'user_id',
  at: 'created_at',
  id: 'id',
  item: sql<string>`id`,
})

async function findProject(db: Db, userId: string, id: string) {
  const { rows } = await sql<{ item: object }>`
    select json_build_object(
      'id', p.id, 'title', v.title, 'notes', v.notes, 'version', p.version, 'totalMinutes', p.total_minutes,
      'completedAt', p.completed_at, 'zineId', p.zine_id, 'createdAt', p.created_at, 'updatedAt', p.updated_at) as item
    from projects p join project_versions v on v.project_id = p.id and v.version = p.version
    where p.user_id = ${userId} and p.id = ${id}`.execute(db)
  return rows[0]?.item
}

export async function* listProjectVersions(db: Db, userId: string) {
  for await (const { projectId, versions } of earlierVersions(db, userId))
    for (const version of versions) {
      const text = await findText(db, projectId, version)
      if (text) yield { projectId, version, ...text }
    }
}

type EarlierVersions = { projectId: string; versions: number[] }

const earlierVersions = oldestFirst({
  from: sql`projects p`,
  owner: 'p.user_id',
  at: 'p.created_at',
  id: 'p.id',
  item: sql<EarlierVersions>`json_build_object('projectId', p.id, 'versions', (
    select coalesce(json_agg(v.version order by v.version), '[]') from project_versions v
    where v.project_id = p.id and v.version < p.version))`,
})

async function findText(db: Db, projectId: string, version: number) {
  const { rows } = await sql<{ savedAt: Date; title: string; notes: string }>`
    select saved_at as "savedAt", title, notes from project_versions
    where project_id = ${projectId} and version = ${version}`.execute(db)
  return rows[0]
}
