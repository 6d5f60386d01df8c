import { join, resolve } from 'node:path'
import pg from 'pg'
import { commandLineOf, readPidFile } from './pid-file.ts'

export type EmbeddedConnection = { host: string; port: number; user: string; database: string; ssl: false }

export function connectionTo(socketFolder: string, user = siteRole): EmbeddedConnection {
  return { host: socketFolder, port: 5432, user, database: 'foldout', ssl: false }
}

/**
 * A database that is the site's own, whoever made it. A start may be cut short between making the cluster and this, so
 * every start looks.
 */
export async function ensureDatabase(socketFolder: string): Promise<void> {
  const connection = connectionTo(socketFolder, superuser)
  try {
    await run(connection, handOver)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '3D000') throw error
    const create = `create database ${connection.database} owner ${siteRole}`
    await run({ ...connection, database: 'postgres' }, makeSiteRole, create)
  }
}

async function run(connection: EmbeddedConnection, ...statements: string[]): Promise<void> {
  // Whose names count is not left to the database, which is not the superuser's.
  const client = new pg.Client({ ...connection, options: '-c search_path=pg_catalog' })
  try {
    await client.connect()
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** How to reach the PostgreSQL that a Foldout at work has started on this data, if one has. */
export function findRunningPostgres(dataDir: string): EmbeddedConnection | undefined {
  const server = readPidFile(join(resolve(dataDir), 'postgres'))
  if (server?.status !== 'ready' || !commandLineOf(server.pid).includes('postgres')) return undefined
  return connectionTo(server.socketFolder)
}

/** Who initdb makes, and who owned everything before the site had a role of its own: it starts, and hands over. */
export const superuser = 'foldout'

/** Who the site is: owns its database and all in it, and may do nothing else. */
export const siteRole = 'foldout_site'

const makeSiteRole = `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${siteRole}') then
      create role ${siteRole} login;
    end if;
  end $$`

/**
 * Gives to the site what a superuser made in its database: all of it where an older Foldout was at work. Extensions stay
 * the superuser's, and what belongs to something else goes with it. Changes nothing where nothing is to be done.
 */
const handOver = `
  ${makeSiteRole};
  do $$
  declare
    maker constant oid := (select oid from pg_roles where rolname = '${superuser}');
    command text;
  begin
    for command in
      with rooms as materialized (
        select oid, nspname, nspowner from pg_namespace
        where nspname !~ '^pg_' and nspname <> 'information_schema'
      ),
      parts as materialized (
        select classid, objid from pg_depend
        where deptype = 'e' or (deptype in ('a', 'i') and classid = 'pg_class'::regclass and refclassid = 'pg_class'::regclass)
      )
      select format('alter database %I owner to ${siteRole}', datname)
        from pg_database where datname = current_database() and datdba = maker
      union all
      select format('alter schema %I owner to ${siteRole}', nspname) from rooms r where nspowner = maker
        and not exists (select from parts where classid = 'pg_namespace'::regclass and objid = r.oid)
      union all
      select format('alter table %s owner to ${siteRole}', c.oid::regclass)
        from pg_class c join rooms r on r.oid = relnamespace
        where relowner = maker and relkind in ('r', 'p', 'S', 'v', 'm')
          and not exists (select from parts where classid = 'pg_class'::regclass and objid = c.oid)
      union all
      select format('alter routine %s owner to ${siteRole}', p.oid::regprocedure)
        from pg_proc p join rooms r on r.oid = pronamespace
        where proowner = maker and not exists (select from parts where classid = 'pg_proc'::regclass and objid = p.oid)
      union all
      select format('alter type %s owner to ${siteRole}', t.oid::regtype)
        from pg_type t join rooms r on r.oid = typnamespace left join pg_class c on c.oid = typrelid
        where typowner = maker and (typtype in ('d', 'e', 'r') or c.relkind = 'c')
          and not exists (select from parts where classid = 'pg_type'::regclass and objid = t.oid)
    loop
      execute command;
    end loop;
  end $$`
