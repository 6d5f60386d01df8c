import type pg from 'pg'
import { creatorJoins, creatorJson } from '#server/db/creator-json.ts'
import { longestPage, statement } from '#server/db/statement.ts'
import { zineJoins, zineJson } from '#server/db/zine-json.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'

const blockedSql = (condition: string) => `
  select ${creatorJson}::text as item, json_build_array(own.blocked_at, own.creator_id) as place
  from (
    select blocks.* from blocks join creator_stats using (creator_id)
    where member_id = $1 and ${condition}
    order by blocked_at desc, creator_id desc limit ${longestPage}
  ) own join creator_stats c on c.creator_id = own.creator_id
  ${creatorJoins}
  order by own.blocked_at desc, own.creator_id desc limit $2`

const blocked = statement<PageRow, [memberId: string, limit: number]>('blocked', blockedSql('true'))
const blockedAfter = statement<
  PageRow,
  [memberId: string, limit: number, blockedAt: string, creatorId: string]
>('blocked-after', blockedSql('(blocked_at, creator_id) < ($3::timestamptz, $4::uuid)'))

/** The creators a member has blocked, the latest block first. */
export const listBlockedCreators = (pool: pg.Pool, memberId: string, { limit, after }: ListRange<string>) =>
  after ? blockedAfter(pool, memberId, limit + 1, ...after) : blocked(pool, memberId, limit + 1)

const unwantedSql = (condition: string) => `
  select ${zineJson}::text as item, json_build_array(own.hidden_at, own.zine_id) as place
  from (
    select unwanted_zines.*, favorite_count from unwanted_zines join zine_stats using (zine_id)
    where member_id = $1 and ${condition}
    order by hidden_at desc, zine_id desc limit ${longestPage}
  ) own join zines z on z.id = own.zine_id
  ${zineJoins('$1', { counted: 'own.favorite_count' })}
  order by own.hidden_at desc, own.zine_id desc limit $2`

const unwanted = statement<PageRow, [memberId: string, limit: number]>('unwanted', unwantedSql('true'))
const unwantedAfter = statement<PageRow, [memberId: string, limit: number, hiddenAt: string, zineId: string]>(
  'unwanted-after',
  unwantedSql('(hidden_at, zine_id) < ($3::timestamptz, $4::uuid)'),
)

/** The zines a member has hidden for themselves, the latest first. */
export const listUnwantedZines = (pool: pg.Pool, memberId: string, { limit, after }: ListRange<string>) =>
  after ? unwantedAfter(pool, memberId, limit + 1, ...after) : unwanted(pool, memberId, limit + 1)
