import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { App } from '#server/http/fastify.ts'

type Body = { content?: Record<string, { schema: object }> }
type Operation = { requestBody?: Body; parameters?: { schema: object }[]; responses: Record<string, Body> }
type ApiDocument = {
  openapi: string
  components: { schemas: Record<string, object> }
  paths: Record<string, Record<string, Operation>>
}

/** Patterns check what formats mean. `api-document.test.ts` validates the schemas. Without optimisation, they compile fast. */
const ajv = new Ajv2020({
  validateFormats: false,
  validateSchema: false,
  code: { optimize: false },
  keywords: ['components'],
})

let cachedDocument: ApiDocument | undefined
let cachedPaths: [pattern: RegExp, path: string][] | undefined
const validators = new Map<string, ValidateFunction>()

/** The document is the same on every test site. Call this before requests, because it blocks the process for long. */
export function readApiDocument(app: App) {
  if (cachedDocument) return cachedDocument
  cachedDocument = JSON.parse(JSON.stringify(app.swagger())) as ApiDocument
  compile(errors, { $ref: errors })
  return cachedDocument
}

const errors = '#/components/schemas/Error'

function compile(key: string, schema: object) {
  const validator = ajv.compile({ ...schema, components: cachedDocument?.components })
  validators.set(key, validator)
  return validator
}

/** Throws if a JSON response of a documented endpoint is not as the document says. */
export function checkDocumented(
  app: App,
  request: { method: string; path: string },
  response: { statusCode: number; json: () => unknown },
) {
  const document = readApiDocument(app)
  const path = findPath(document, request.path)
  const operation = path && document.paths[path]?.[request.method.toLowerCase()]
  if (!operation) return
  const { statusCode } = response
  const status = statusCode in operation.responses ? `${statusCode}` : `${String(statusCode)[0]}XX`
  const schema = operation.responses[status]?.content?.['application/json']?.schema
  const name = `${request.method} ${path} ${statusCode}`
  if (!schema) throw new Error(`The API document does not have this response: ${name}`)
  // All errors have one form, which is compiled once.
  const key = '$ref' in schema ? String(schema.$ref) : name
  const validator = validators.get(key) ?? compile(key, schema)
  if (!validator(response.json()))
    throw new Error(`${name} differs from the API document: ${ajv.errorsText(validator.errors)}`)
}

/** Paths without parameters come first, as in the router. */
function findPath({ paths }: ApiDocument, url: string) {
  cachedPaths ??= Object.keys(paths)
    .sort((a, b) => countParameters(a) - countParameters(b))
    .map((path) => [new RegExp(`^${path.replace(/[.]/g, '[.]').replace(/\{[^}]+\}/g, '[^/]+')}$`), path])
  const [pathname = ''] = url.split('?')
  return cachedPaths.find(([pattern]) => pattern.test(pathname))?.[1]
}

const countParameters = (path: string) => path.split('{').length
