import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import { command, limit, listPosition, oneOfValues, optionally, toPage } from './command.ts'

const usageOrders = ['bytes', 'rows', 'zines', 'files', 'favorites', 'follows', 'shelved', 'focusSessions'] as const
type UsageOrder = (typeof usageOrders)[number]

const readCount = (order: string) => (/^\d{1,18}$/.test(order) ? order : undefined)
const after = optionally(listPosition(readCount))

export const usageCommand = command({
  name: 'usage',
  summary: 'Lists the members who store the most, in bytes and rows, and the totals.',
  details: 'Bytes include images, videos, PDFs and texts. It counts every member, so it can take a while.',
  options: {
    by: {
      description: `the sort order: ${usageOrders.join(', ')} (default: bytes)`,
      value: 'ORDER',
      shape: oneOfValues(usageOrders).default('bytes'),
    },
    limit,
    after,
  },
  run: async ({ db }, { by, limit: maxRows, after: last }) => {
    const { members, totals } = await readUsage(db, { by, limit: maxRows + 1, after: last })
    const { page: rows, next } = toPage(members, maxRows, (member) => `${member[by]}/${member.id}`)
    return { fields: { totals }, rows, next }
  },
})

type StoredAmounts = {
  bytes: number
  rows: number
  files: number
  zines: number
  drafts: number
  projects: number
  focusSessions: number
  favorites: number
  follows: number
  shelved: number
}
type Usage = {
  members: (StoredAmounts & { username: string; id: string })[]
  totals: StoredAmounts & { members: number; database: number }
}

/** The usage of each member. Reads every table once. */
const usageSql = sql`
  select u.id, u.username,
    coalesce(m.bytes, 0) + coalesce(d.bytes, 0) + coalesce(p.bytes, 0) as bytes,
    coalesce(z.zines, 0) + coalesce(z.pages, 0) + coalesce(m.files, 0) + coalesce(w.drafts, 0) + coalesce(p.projects, 0)
      + coalesce(c.sessions, 0) + coalesce(f.favorites, 0) + coalesce(c.follows, 0) + coalesce(s.shelved, 0) as rows,
    coalesce(m.files, 0) as files, coalesce(z.zines, 0) as zines, coalesce(w.drafts, 0) as drafts,
    coalesce(p.projects, 0) as projects, coalesce(c.sessions, 0) as "focusSessions", coalesce(f.favorites, 0) as favorites,
    coalesce(c.follows, 0) as follows, coalesce(s.shelved, 0) as shelved
  from users u
  left join (select owner_id, count(*) as files, sum(byte_size) as bytes from media group by 1) m on m.owner_id = u.id
  left join (select owner_id, sum(byte_size) as bytes from documents group by 1) d on d.owner_id = u.id
  left join (select creator_id, count(*) as zines, sum(page_count) as pages from zines group by 1) z on z.creator_id = u.id
  left join (select owner_id, count(*) as drafts from drafts group by 1) w on w.owner_id = u.id
  left join (select user_id, count(*) as projects, sum(text_bytes) as bytes from projects group by 1) p on p.user_id = u.id
  left join (select user_id, count(*) as favorites from favorites group by 1) f on f.user_id = u.id
  left join (select owner_id, sum(item_count) as shelved from shelves group by 1) s on s.owner_id = u.id
  left join member_counts c on c.user_id = u.id`

/** `after` is the last member of the previous page, with their usage. */
type UsageQuery = { by: UsageOrder; limit: number; after?: { order: string; id: string } | undefined }

/** The largest users and the total of all. Slow, as it reads some tables completely. */
const readUsage = (db: Db, { by, limit, after }: UsageQuery): Promise<Usage> =>
  db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = '10min'`.execute(tx)
    const { rows } = await sql<Usage>`
      with member_usage as materialized (${usageSql}),
      top as (
        select username, ${columns}, id from member_usage
        where ${after === undefined} or (-${sql.ref(by)}, id) > (-${after?.order ?? '0'}::numeric, ${after?.id ?? null}::uuid)
        order by ${sql.ref(by)} desc, id limit ${limit}
      ),
      all_members as (
        select count(*)::float8 as members, ${sumColumns}, pg_database_size(current_database())::float8 as database from member_usage
      )
      select coalesce((select json_agg(top) from top), '[]') as members, (select row_to_json(all_members) from all_members) as totals`.execute(
      tx,
    )
    return rows[0] as Usage
  })

const columnNames = [...usageOrders, 'drafts', 'projects']
const columns = sql.join(columnNames.map((name) => sql.ref(name)))
const sumColumns = sql.join(
  columnNames.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::float8 as ${sql.ref(name)}`),
)
