import type pg from 'pg'
import type { ListPosition, ListRange, PageRow } from '#server/http/list-page.ts'
import { listStatement, type Reader } from './reader-exclusions.ts'

type ListSql = {
  /** The columns of a row's position, such as its time and id. The list is in their descending order. */
  order: string
  rankType: 'timestamptz' | 'int'
  /** The condition for readers with exclusions. `$1`: the reader. */
  isListed: string
  /** SQL for one page. `$1`: the reader, `$2`: the number of rows; `inRange` and `andListed` are conditions. */
  select: (inRange: string, andListed: string) => string
}

/** A list that readers page through. Reads one row more than a page has, which shows whether another page follows. */
export function readerList(name: string, { order, rankType, isListed, select }: ListSql) {
  const first = listStatement<PageRow, [limit: number]>(name, (andListed) => select('true', andListed), isListed)
  const next = listStatement<PageRow, [limit: number, ...ListPosition]>(
    `${name}-after`,
    (andListed) => select(`(${order}) < ($3::${rankType}, $4::uuid)`, andListed),
    isListed,
  )
  return (pool: pg.Pool, reader: Reader, { limit, after }: ListRange) =>
    after ? next(pool, reader, limit + 1, ...after) : first(pool, reader, limit + 1)
}
