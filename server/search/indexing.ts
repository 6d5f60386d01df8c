import { isDeepStrictEqual } from 'node:util'
import { CompiledQuery, sql } from 'kysely'
import type { Tx } from '#server/db/connection.ts'
import type { SearchDocument } from './search-documents.ts'
import { type Counted, creatorTables, type SearchTables, zineTables } from './search-tables.ts'
import { TermCountChanges } from './term-counts.ts'

/**
 * Indexes within the writing transaction. **Must be its last step that can wait for a lock**: concurrent publications lock
 * the same term rows, in term order.
 */
export const indexZines = (tx: Tx, ids: string[]) => indexRows(tx, zineTables, ids)
export const indexCreators = (tx: Tx, ids: string[]) => indexRows(tx, creatorTables, ids)

export async function indexRows(tx: Tx, tables: SearchTables, ids: string[]) {
  const { source, textsSql, toDocument } = tables
  await lockSources(tx, tables, ids)
  const text = textsSql(`(select * from ${source.table} where ${source.id} = any($1))`)
  const { rows } = await tx.executeQuery<{ id: string }>(CompiledQuery.raw(text, [ids]))
  await writeDocuments(tx, tables, { ids, documents: new Map(rows.map((row) => [row.id, toDocument(row)])) })
}

/** Names must be read by a later statement, which sees all changes committed before this lock. */
async function lockSources(tx: Tx, { source: { table, id } }: SearchTables, ids: string[]) {
  await sql`
    select from ${sql.table(table)} where ${sql.ref(id)} = any(${ids})
    order by ${sql.ref(id)} for no key update`.execute(tx)
}

export const removeZinesFromIndex = (tx: Tx, zines: string[]) => removeFromIndex(tx, { zines, creators: [] })
export const removeCreatorFromIndex = (tx: Tx, id: string, zines: string[]) =>
  removeFromIndex(tx, { zines, creators: [id] })

/** One write for zines and creators, because all term rows must be locked in one order. */
async function removeFromIndex(tx: Tx, { zines, creators }: Record<Counted, string[]>) {
  const changes = new TermCountChanges()
  for (const document of await removeDocuments(tx, zineTables, zines)) changes.count('zines', document, -1)
  for (const document of await removeDocuments(tx, creatorTables, creators)) changes.count('creators', document, -1)
  await changes.write(tx)
}

/** The values are `documentValues`. */
export const insertDocuments = ({ documents, key, source, titles }: SearchTables) => `
  insert into ${documents} (${key}, ${source.repeated} document, ${titles.join(', ')})
  select w.id, ${source.repeated} w.document, ${titles.map((title) => `w.${title}`).join(', ')}
  from unnest($1::uuid[], $2::text[], ${titles.map((_, at) => `$${at + 3}::text[]`).join(', ')})
    as w (id, document, ${titles.join(', ')}) join ${source.table} s on s.${source.id} = w.id`

export const documentValues = ({ titles }: SearchTables, documents: [id: string, SearchDocument][]) => [
  documents.map(([id]) => id),
  documents.map(([, { document }]) => document),
  ...titles.map((_, at) => documents.map(([, each]) => each.titles[at])),
]

type DocumentWrites = { ids: string[]; documents: Map<string, SearchDocument> }

/** Requires locked sources, so that no other transaction writes these documents. Deletes those that no longer apply. */
async function writeDocuments(tx: Tx, tables: SearchTables, { ids, documents }: DocumentWrites) {
  const indexed = await findDocuments(tx, tables, ids)
  const changed = [...documents].filter(([id, { document, titles }]) => {
    const existing = indexed.get(id)
    return (
      !existing || existing.hasWrongDate || !isDeepStrictEqual([existing.document, existing.titles], [document, titles])
    )
  })
  const removedIds = [...indexed.keys()].filter((id) => !documents.has(id))
  if (changed.length === 0 && removedIds.length === 0) return
  const changes = new TermCountChanges()
  for (const [id, { document }] of changed) {
    changes.count(tables.counted, indexed.get(id)?.document, -1)
    changes.count(tables.counted, document, 1)
  }
  for (const document of await removeDocuments(tx, tables, removedIds)) changes.count(tables.counted, document, -1)
  if (changed.length > 0) await insertChanged(tx, tables, changed)
  await changes.write(tx)
}

async function insertChanged(tx: Tx, tables: SearchTables, changed: [id: string, SearchDocument][]) {
  const repeated = tables.source.repeated && 'created_at = excluded.created_at,'
  const text = `${insertDocuments(tables)}
    on conflict (${tables.key}) do update set ${repeated} document = excluded.document,
      ${tables.titles.map((title) => `${title} = excluded.${title}`).join(', ')}`
  await tx.executeQuery(CompiledQuery.raw(text, documentValues(tables, changed)))
}

type IndexedDocument = SearchDocument & { id: string; hasWrongDate: boolean }

async function findDocuments(tx: Tx, { documents, key, source, titles }: SearchTables, ids: string[]) {
  const hasWrongDate = source.repeated ? sql`d.created_at <> s.created_at` : sql`false`
  const { rows } = await sql<IndexedDocument>`
    select s.${sql.ref(source.id)} as id, document, array[${sql.join(titles.map((title) => sql.ref(`d.${title}`)))}] as titles, ${hasWrongDate} as "hasWrongDate"
    from ${sql.table(documents)} d join ${sql.table(source.table)} s on s.${sql.ref(source.id)} = d.${sql.ref(key)}
    where d.${sql.ref(key)} = any(${ids})`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

async function removeDocuments(tx: Tx, tables: SearchTables, ids: string[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ document: string }>`
    delete from ${sql.table(tables.documents)} where ${sql.ref(tables.key)} = any(${ids})
    returning document`.execute(tx)
  return rows.map(({ document }) => document)
}
