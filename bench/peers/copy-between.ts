import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

type Copying = { select: string; into: string }

/** Rows of one database into a table of another, as PostgreSQL writes them. */
export async function copyBetween(source: pg.Client, target: pg.Client, { select, into }: Copying) {
  await pipeline(
    source.query(copyTo(`copy (${select}) to stdout`)),
    target.query(copyFrom(`copy ${into} from stdin`)),
  )
}
