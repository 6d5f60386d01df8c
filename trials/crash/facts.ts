import type pg from 'pg'

/** The names of the facts in the write log. */
export const zineFact = (title: string) => `zine ${title}`
export const draftFact = (title: string) => `draft ${title}`
export const favoriteFact = (userId: string, zineId: string) => `favorite ${userId} ${zineId}`
export const notesFact = (projectId: string) => `notes ${projectId}`
export const sessionFact = (id: string) => `session ${id}`
export const passwordFact = (username: string) => `password ${username}`

/** Titles of zines that are never deleted start with this. Only their favorites are logged, as others disappear with them. */
export const shelf = 'Shelf'

/** The state of the database, under the names of the write log. */
export async function readFacts(database: pg.Pool) {
  const facts = new Map<string, string>()
  for (const text of [zines, drafts, favorites, notes, sessions]) {
    const { rows } = await database.query<{ fact: string; state: string }>(text)
    for (const { fact, state } of rows) facts.set(fact, state)
  }
  return facts
}

const zines = `
  select 'zine ' || z.title as fact,
    coalesce((select string_agg(m.hash, ' ' order by p.position)
      from zine_pages p join media m on m.id = p.media_id where p.zine_id = z.id), 'no pages') as state
  from zines z`

const drafts = `
  select 'draft ' || (content ->> 'title') as fact,
    (select string_agg(substr(page ->> 'url', 8, 32), ' ') from jsonb_array_elements(content -> 'pages') page) as state
  from drafts`

const favorites = `
  select concat_ws(' ', 'favorite', f.user_id, f.zine_id) as fact, 'given' as state
  from favorites f join zines z on z.id = f.zine_id where z.title like '${shelf} %'`

const notes = `
  select 'notes ' || p.id as fact, coalesce(v.notes, 'no text') as state
  from projects p left join project_versions v on v.project_id = p.id and v.version = p.version`

const sessions = `select 'session ' || id as fact, minutes::text as state from focus_sessions where removed_at is null`
