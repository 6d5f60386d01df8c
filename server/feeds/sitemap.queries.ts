import type pg from 'pg'
import { statement } from '../db/statement.ts'

/** How many addresses one sitemap may have (sitemaps.org). */
export const mostAddresses = 50_000
const atOnce = 2_000

export type Kind = 'zines' | 'profiles'
type Row = { id: string; changedAt: Date }

/** Every part begins with one of these; ids are in the order in which things were made. */
const firsts = {
  zines: statement<{ id: string }, [size: number]>(
    'sitemap-zines',
    'select id from (select id, row_number() over (order by id) - 1 as n from zines) z where n % $1::int = 0 order by id',
  ),
  profiles: statement<{ id: string }, [size: number]>(
    'sitemap-profiles',
    `select user_id as id from (select user_id, row_number() over (order by user_id) - 1 as n from profiles) p
     where n % $1::int = 0 order by user_id`,
  ),
}

const pages = {
  zines: statement<Row, [from: string, limit: number, inclusive: boolean]>(
    'sitemap-zines-part',
    `select id, created_at as "changedAt" from zines
     where id >= $1::uuid and ($3 or id <> $1::uuid) order by id limit $2`,
  ),
  profiles: statement<Row, [from: string, limit: number, inclusive: boolean]>(
    'sitemap-profiles-part',
    `select user_id as id, updated_at as "changedAt" from profiles
     where user_id >= $1::uuid and ($3 or user_id <> $1::uuid) order by user_id limit $2`,
  ),
}

export const listParts = (pool: pg.Pool, kind: Kind) => firsts[kind](pool, mostAddresses)

/** The rows of one part, some thousands at a time. */
export async function* partRows(pool: pg.Pool, kind: Kind, first: string): AsyncGenerator<Row[]> {
  let from = first
  for (let done = 0; done < mostAddresses; done += atOnce) {
    const rows = await pages[kind](pool, from, Math.min(atOnce, mostAddresses - done), done === 0)
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) return
    from = rows.at(-1)?.id ?? from
  }
}
