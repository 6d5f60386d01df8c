import { readdir } from 'node:fs/promises'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

/** A body as text, because `JSON.stringify` cannot write all of these values. `field` is the changed one. */
export type FuzzedBody = { endpoint: Endpoint; field: string; text: string }

const deep = 20_000
/** JSON of values that no field expects, and that careless code fails on. */
const hostileValues = [
  'null',
  'true',
  '{}',
  '[]',
  '[null]',
  '[[]]',
  '""',
  '" "',
  '"0"',
  '"NaN"',
  '"Infinity"',
  '"1e999"',
  '"null"',
  '0',
  '-0',
  '-1',
  '0.5',
  '1e308',
  '1e999',
  '-1e999',
  '5e-324',
  '9007199254740993',
  '2147483648',
  '"\\u0000"',
  '"\\ud800"',
  '"__proto__"',
  '"constructor"',
  '"/media/../x"',
  '"%ff"',
  '"2026-13-45T99:99:99Z"',
  '{"version":{}}',
  '{"version":[[1]]}',
  '{"version":2}',
  '{"version":1e999}',
  '{"url":{}}',
  '[{"url":[]}]',
  '{"toString":1,"valueOf":1}',
  '{"toJSON":1}',
  '{"length":1e9}',
  '{"then":1}',
  '[{"toString":null}]',
  '{"__proto__":{"a":1}}',
  '{"__proto__":null}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"hasOwnProperty":1}',
  `"${'x'.repeat(7_000)}"`,
  `[${'0,'.repeat(3_000)}0]`,
  `${'['.repeat(deep)}${']'.repeat(deep)}`,
  `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
  `{"version":2,"a":${'['.repeat(deep)}${']'.repeat(deep)}}`,
  `{"version":${'['.repeat(deep)}${']'.repeat(deep)}}`,
]

/** Every endpoint of the contract. */
export async function listEndpoints(): Promise<Endpoint[]> {
  const folder = new URL('../../contract/', import.meta.url)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(names.map((name) => import(new URL(name, folder).pathname)))
  return modules.flatMap((module) => Object.values<Endpoint>(module)).filter((value) => value?.path && value.method)
}

/** Yields, for each field of each body at any depth, a plausible body in which this field has each of the values. */
export const fuzzedBodies = (endpoints: Endpoint[]): FuzzedBody[] =>
  endpoints.flatMap((endpoint) => {
    if (!endpoint.body) return []
    const sample = sampleOf(schemaOf(endpoint.body))
    return listFields(sample).flatMap((path) => {
      const template = JSON.stringify(withField(sample, path, placeholder))
      return hostileValues.map((value) => ({
        endpoint,
        field: path.join('.'),
        text: template.replace(JSON.stringify(placeholder), () => value),
      }))
    })
  })

const placeholder = 'the changed field'

type JsonSchema = z.core.JSONSchema.JSONSchema
const schemaOf = (shape: z.ZodType) => z.toJSONSchema(shape, { unrepresentable: 'any', io: 'input', reused: 'inline' })

/** A value that matches the schema roughly, with all optional fields. */
function sampleOf(schema: JsonSchema): unknown {
  const options = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as JsonSchema[] | undefined
  if (options) return options.map(sampleOf).toSorted((a, b) => listFields(b).length - listFields(a).length)[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, part]) => [name, sampleOf(part as JsonSchema)]),
      )
    case 'array':
      return schema.items ? [sampleOf(schema.items as JsonSchema)] : []
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'string':
      return stringSamples[schema.format ?? ''] ?? 'a sample'
    default:
      return null
  }
}

const stringSamples: Record<string, string> = {
  uuid: '01a1fc0a-7117-7285-b635-c994aaf5edeb',
  'date-time': '2026-05-01T09:00:00Z',
  email: 'reader@zines.example',
}

type Path = (string | number)[]

/** The whole value, its parts, and their parts. */
function listFields(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [[]]
  const parts = Object.entries(value).flatMap(([name, part]) => listFields(part).map((path) => [name, ...path]))
  return [[], ...parts]
}

function withField(value: unknown, [name, ...rest]: Path, replacement: unknown): unknown {
  if (name === undefined) return replacement
  if (Array.isArray(value)) return value.map((part) => withField(part, rest, replacement))
  const parts = value as Record<string, unknown>
  return { ...parts, [name]: withField(parts[name], rest, replacement) }
}
