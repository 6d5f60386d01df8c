import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decisionActs } from '#contract/moderation.ts'
import { paperFormats } from '#contract/paper-names.ts'
import { reportReasons } from '#contract/report-reasons.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'

const quoted = (values: readonly string[]) => values.map((value) => `'${value}'`).join(' | ')
/** Types of the contract, which have the values of a check. */
const contractTypes: Record<string, string> = {
  DecisionAct: quoted(decisionActs),
  PaperFormat: quoted(paperFormats),
  ReportReason: quoted(reportReasons),
}

/** The columns in `schema.ts`: a type by `table.column`. */
function writtenColumns() {
  const source = readFileSync(new URL('./schema.ts', import.meta.url), 'utf8')
  const tables = source.slice(source.indexOf('export type Schema =')).matchAll(/^ {2}(\w+): \{([^}]*)\}/gm)
  const columns = [...tables].flatMap(([, table, body = '']) =>
    [...body.matchAll(/(\w+): ([^;\n]+?) *(?=;|$)/gm)].map(([, column, type = '']) => [`${table}.${column}`, type]),
  )
  return new Map(columns as [string, string][])
}

type Column = { name: string; type: string; isNullable: boolean; hasDefault: boolean; values: string[] | null }

const columnsQuery = `
  select c.relname || '.' || a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
    a.atthasdef or a.attidentity <> '' as "hasDefault",
    (select array_agg(value[1] order by value[1])
     from pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') value
     where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
       and pg_get_constraintdef(k.oid) ~ '= ANY \\(ARRAY\\[|= ''') as values
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`

const typeNames: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  'character varying': 'string',
  date: 'string',
  boolean: 'boolean',
  integer: 'number',
  smallint: 'number',
  'double precision': 'number',
  bigint: 'number | bigint | string',
  bytea: 'Buffer',
  'timestamp with time zone': 'Date',
}

function expectedType({ type, isNullable, hasDefault, values }: Column) {
  if (hasDefault && type === 'timestamp with time zone') return 'GeneratedTime'
  const base = values ? quoted(values) : (typeNames[type] ?? type)
  const complete = isNullable ? `${base} | null` : base
  return sorted(hasDefault ? `Generated<${complete}>` : complete)
}

/** The type with its parts in alphabetical order, and with the values of the contract's types. */
function sorted(type: string) {
  const [, inner = type] = /^Generated<(.*)>$/.exec(type) ?? []
  const parts = inner.split(' | ').flatMap((part) => contractTypes[part]?.split(' | ') ?? part)
  const union = parts.toSorted().join(' | ')
  return inner === type ? union : `Generated<${union}>`
}

/** Columns of Better Auth for tokens of providers, which are not stored. */
const unused = [
  'access_token',
  'access_token_expires_at',
  'id_token',
  'refresh_token',
  'refresh_token_expires_at',
  'scope',
]

/** Columns with a type that is narrower than what the database requires. */
const narrower: Record<string, string> = {
  'media.extension': quoted(['mp4', 'webm', 'webp']),
  'open_uploads.reserved_until': 'Date',
}

test('the types of columns are those of the migrated database', async () => {
  const { pool } = await createTestDatabase()
  const { rows } = await pool.query<Column>(columnsQuery)
  await pool.end()
  const written = writtenColumns()
  const tables = new Set([...written.keys()].map((name) => name.split('.')[0]))
  const columns = rows.filter(
    ({ name }) => tables.has(name.split('.')[0]) && !unused.some((each) => name === `accounts.${each}`),
  )
  const expected = columns.map((column) => {
    // Only the code knows what a document contains, and whether it is read or written as text.
    const type = column.type === 'jsonb' ? sorted(written.get(column.name) ?? 'missing') : expectedType(column)
    return [column.name, narrower[column.name] ?? type]
  })
  const found = [...written].map(([name, type]) => [name, sorted(type)])
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
})
