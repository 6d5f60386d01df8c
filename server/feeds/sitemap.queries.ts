import type pg from 'pg'
import { statement, writeStatement } from '#server/db/statement.ts'

/** The maximum number of URLs in a sitemap (sitemaps.org). */
const maxAddresses = 50_000
/** A part with this many URLs gets a successor. The margin is for zines whose drafts, and so their ids, were created earlier. */
const fullPartSize = 40_000
const batchSize = 2_000

export type Kind = 'zines' | 'profiles'
type Row = { id: string; changedAt: Date }

/** Rows with a counter. Those without one are not public, for example in an account that is being deleted. */
const ids = {
  zines: 'select zine_id as id from zine_stats',
  profiles: 'select creator_id as id from creator_stats',
}

const knownParts = statement<{ id: string }, [kind: Kind]>(
  'sitemap-parts',
  'select first_id as id from sitemap_parts where kind = $1 order by first_id',
)

const forEachKind = <Result>(build: (kind: Kind) => Result) => ({
  zines: build('zines'),
  profiles: build('profiles'),
})

const firstPart = forEachKind((kind) =>
  statement<{ id: string }, []>(`sitemap-${kind}-first`, `${ids[kind]} order by 1 limit 1`),
)

/** Stores the first id of the next part if this one is full. */
const beginNextPart = forEachKind((kind) =>
  writeStatement<{ id: string }, [from: string]>(
    `sitemap-${kind}-begin`,
    `with part as materialized (
       select id from (${ids[kind]}) every where id >= $1::uuid order by id limit ${fullPartSize + 1}
     )
     insert into sitemap_parts (kind, first_id)
     select '${kind}', id from part where (select count(*) from part) > ${fullPartSize} order by id desc limit 1
     on conflict (kind, first_id) do update set kind = excluded.kind
     returning first_id as id`,
  ),
)

export async function listParts(pool: pg.Pool, kind: Kind) {
  const parts = [...(await firstPart[kind](pool)), ...(await knownParts(pool, kind))]
  for (let last = parts.at(-1); last; ) {
    ;[last] = await beginNextPart[kind](pool, last.id)
    if (last) parts.push(last)
  }
  return parts
}

const changes = {
  zines: 'select id, coalesce(edited_at, created_at) as "changedAt" from zines join zine_stats on zine_id = id',
  profiles: 'select user_id as id, updated_at as "changedAt" from profiles join creator_stats on creator_id = user_id',
}

const partPage = forEachKind((kind) =>
  statement<Row, [from: string, inclusive: boolean, limit: number]>(
    `sitemap-${kind}-page`,
    `select * from (${changes[kind]}) every
     where id >= $1::uuid and ($2 or id <> $1::uuid)
       and id < coalesce(
         (select first_id from sitemap_parts where kind = '${kind}' and first_id > $1::uuid order by first_id limit 1),
         'ffffffff-ffff-ffff-ffff-ffffffffffff')
     order by id limit $3`,
  ),
)

export async function* partRows(pool: pg.Pool, kind: Kind, start: string): AsyncGenerator<Row[]> {
  let from = start
  for (let done = 0; done < maxAddresses; done += batchSize) {
    const rows = await partPage[kind](pool, from, done === 0, Math.min(batchSize, maxAddresses - done))
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) return
    from = rows.at(-1)?.id ?? from
  }
}
