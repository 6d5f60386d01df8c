import type pg from 'pg'
import { ownCreatorsSql } from '#server/db/creator-json.ts'
import { statement } from '#server/db/statement.ts'
import { ownZinesSql } from '#server/db/zine-json.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'

const blockedSql = ownCreatorsSql({ table: 'blocks', member: 'member_id', at: 'blocked_at' })
const blocked = statement<PageRow, [memberId: string, limit: number]>('blocked', blockedSql('true'))
const blockedAfter = statement<
  PageRow,
  [memberId: string, limit: number, blockedAt: string, creatorId: string]
>('blocked-after', blockedSql('(blocked_at, creator_id) < ($3::timestamptz, $4::uuid)'))

/** The creators a member has blocked, the latest block first. */
export const listBlockedCreators = (pool: pg.Pool, memberId: string, { limit, after }: ListRange<string>) =>
  after ? blockedAfter(pool, memberId, limit + 1, ...after) : blocked(pool, memberId, limit + 1)

const unwantedSql = ownZinesSql({ table: 'unwanted_zines', member: 'member_id', at: 'hidden_at' })
const unwanted = statement<PageRow, [memberId: string, limit: number]>('unwanted', unwantedSql('true'))
const unwantedAfter = statement<PageRow, [memberId: string, limit: number, hiddenAt: string, zineId: string]>(
  'unwanted-after',
  unwantedSql('(hidden_at, zine_id) < ($3::timestamptz, $4::uuid)'),
)

/** The zines a member has hidden for themselves, the latest first. */
export const listUnwantedZines = (pool: pg.Pool, memberId: string, { limit, after }: ListRange<string>) =>
  after ? unwantedAfter(pool, memberId, limit + 1, ...after) : unwanted(pool, memberId, limit + 1)
