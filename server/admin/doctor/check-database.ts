import type pg from 'pg'
import type { Database } from '#server/db/database.ts'
import { assertWritable } from '#server/db/external-database.ts'
import { listMigrations } from '#server/db/migrate.ts'
import { shellCommand } from '#server/process/shell-command.ts'
import { type Finding, joinFindings, ok, problem, warning } from './finding.ts'

const oldestVersion = 15

type DatabaseState = {
  version: string
  encoding: string
  locale: string
  /** Whether its library sorts by other rules than when the database was made. */
  isSortedOtherwise: boolean
  connections: number
  maxConnections: number
}

export async function checkDatabase({ direct }: Pick<Database, 'direct'>): Promise<Finding> {
  await assertWritable(direct)
  const { rows } = await direct.query<DatabaseState>(stateQuery)
  const applied = await listAppliedMigrations(direct)
  return databaseFinding(rows[0] as DatabaseState, { applied, known: await listMigrations() })
}

const stateQuery = `
  select split_part(current_setting('server_version'), ' ', 1) as version, pg_encoding_to_char(encoding) as encoding,
    case datlocprovider when 'i' then 'ICU ' when 'c' then 'libc ' else '' end
      || coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale', datcollate) as locale,
    coalesce(datcollversion <> pg_database_collation_actual_version(oid), false) as "isSortedOtherwise",
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
    current_setting('max_connections')::int as "maxConnections"
  from pg_database d where datname = current_database()`

async function listAppliedMigrations(pool: pg.Pool) {
  const isThere = await pool.query(`select to_regclass('kysely_migration') is not null as value`)
  if (!isThere.rows[0].value) return []
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

type Migrations = { applied: string[]; known: string[] }

export function databaseFinding(state: DatabaseState, { applied, known }: Migrations): Finding {
  const { version, encoding, locale, isSortedOtherwise, connections, maxConnections } = state
  const pending = known.filter((name) => !applied.includes(name))
  const newer = applied.filter((name) => !known.includes(name))
  const uses = `${connections} of ${maxConnections} connections are in use.`
  return joinFindings(
    [
      Number.parseInt(version, 10) < oldestVersion &&
        problem(`PostgreSQL ${version} is too old.`, `Move to PostgreSQL ${oldestVersion} or later.`),
      encoding !== 'UTF8' &&
        problem(`The database has the encoding ${encoding}.`, 'Back up, and restore into a database with UTF8.'),
      isSortedOtherwise &&
        warning(
          'The system’s sort order has changed since the database was made, so its indexes may be wrong.',
          'Run “reindex database” and “alter database NAME refresh collation version” in psql.',
        ),
      connections > 0.9 * maxConnections && warning(uses, 'Raise max_connections, or lower WORKERS.'),
      newer.length > 0 &&
        problem(`The schema ${newer.at(-1)} is that of a newer Foldout.`, 'Install that version or a later one.'),
      pending.length > 0 &&
        problem(
          `Pending migrations: ${pending.length}, from ${pending[0]}.`,
          `Restart the site, or run ${shellCommand('migrate')}.`,
        ),
    ],
    ok(`PostgreSQL ${version} (${encoding}, ${locale}) has the schema ${applied.at(-1)}. ${uses}`),
  )
}
