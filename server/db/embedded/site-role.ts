/** Who initdb makes, and who owned everything before the site had a role of its own: it starts, and hands over. */
export const superuser = 'foldout'

/** Who the site is: owns its database and all in it, and may do nothing else. */
export const siteRole = 'foldout_site'

export const makeSiteRole = `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${siteRole}') then
      create role ${siteRole} login;
    end if;
  end $$`

/**
 * Gives to the site what a superuser made in its database: all of it where an older Foldout was at work. Extensions stay
 * the superuser's, and what belongs to something else goes with it. Changes nothing where nothing is to be done.
 */
export const handOver = `
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
