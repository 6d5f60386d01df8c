import type pg from 'pg'
import { migrateTo } from '#server/db/migrate.ts'
import { RefusedBackup } from './refused-backup.ts'

/** What a site that nobody has used may have rows in by having been started, or by a visit. */
const ofNobody = ['search_filled', 'search_words', 'jwks', 'rate_limit_points', 'verifications', 'audit_log']

const ownTables = `
  select c.oid, c.relname::text as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`

/** @throws RefusedBackup, when somebody has used this site, or something else lies in its database */
export async function assertEmpty(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string }>(ownTables)
  // Tables without a row can be somebody's too, and would be removed.
  if (rows[0] && !rows.some(({ name }) => name === 'kysely_migration'))
    throw new RefusedBackup(
      `This database is somebody else's, it has a table ${rows[0].name}. Restore into one of its own. Nothing was changed.`,
    )
  for (const { name } of rows.filter(
    (table) => !ofNobody.includes(table.name) && !table.name.startsWith('kysely_'),
  )) {
    const { rows: found } = await client.query(`select from "${name}" limit 1`)
    if (found.length === 0) continue
    throw new RefusedBackup(
      `This site is not empty, there are rows in ${name}. Restore into another DATA_DIR, or another database. Nothing was changed.`,
    )
  }
}

/** Brings an empty database to the schema of a backup, from whatever schema it has. */
export async function prepareSchema(pool: pg.Pool, schema: string) {
  const { rows } = await pool.query<{ last: string | null }>(lastMigration).catch(() => ({ rows: [] }))
  if (rows[0]?.last !== schema) await dropSchema(pool)
  await migrateTo(pool, schema)
}

const lastMigration = 'select max(name) as last from kysely_migration'

async function dropSchema(pool: pg.Pool) {
  await pool.query(`do $$ declare command text; begin
    for command in
      select format('drop table if exists public.%I cascade', name) from (${ownTables}) tables
      union all
      select format('drop function %s', p.oid::regprocedure) from pg_proc p
      where pronamespace = 'public'::regnamespace and pg_has_role(proowner, 'usage')
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
    loop execute command; end loop; end $$`)
}
