import type pg from 'pg'

/** Drops the foreign keys and secondary indexes of tables, and returns a function that restores them. */
export async function dropIndexes(client: pg.ClientBase, tables: string[]) {
  const { rows: keys } = await client.query<Definition>(foreignKeysQuery, [tables])
  const { rows: indexes } = await client.query<Definition>(indexesQuery, [tables])
  for (const key of keys) await client.query(`alter table ${key.on} drop constraint ${key.name}`)
  for (const index of indexes) await client.query(`drop index ${index.name}`)
  return async () => {
    for (const index of indexes) await client.query(index.definition)
    for (const key of keys) await client.query(`alter table ${key.on} add constraint ${key.name} ${key.definition}`)
  }
}

type Definition = { on: string; name: string; definition: string }

const foreignKeysQuery = `
  select conrelid::regclass::text as on, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])) order by oid`

const indexesQuery = `
  select indrelid::regclass::text as on, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
  from pg_index where indrelid = any($1::regclass[])
    and not exists (select from pg_constraint where conindid = indexrelid) order by indexrelid`
