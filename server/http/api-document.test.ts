import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { checkDocumented, readApiDocument } from '#tests/support/api-document.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp()

type Schema = { properties: Record<string, Schema>; items: Schema; anyOf?: { type: string }[]; $ref?: string }

test('the API document is OpenAPI 3.1 with valid schemas, and names the form of every error', () => {
  const { openapi, components, paths } = readApiDocument(site.app)
  expect(openapi).toBe('3.1.0')
  const ajv = new Ajv2020()
  const error = { $ref: '#/components/schemas/Error' }
  const isValid = (schema: object) => ajv.validateSchema(schema) || ajv.errorsText()
  for (const schema of Object.values(components.schemas)) expect(isValid(schema)).toBe(true)
  for (const [path, operations] of Object.entries(paths))
    for (const { responses, requestBody, parameters = [] } of Object.values(operations)) {
      const bodies = [requestBody, ...Object.values(responses)].flatMap((body) => Object.values(body?.content ?? {}))
      for (const { schema } of [...bodies, ...parameters]) expect(isValid(schema), path).toBe(true)
      for (const status of ['4XX', '5XX'])
        expect(responses[status]?.content?.['application/json']?.schema).toEqual(error)
    }
})

test('a page without a recipe and a panel without a picture may be null', () => {
  const { paths } = readApiDocument(site.app)
  const schema = paths['/api/drafts/{id}']?.get?.responses['200']?.content?.['application/json']?.schema as Schema
  const recipe = schema.properties.draft?.properties.content?.properties.pages?.items.properties.recipe
  expect(JSON.stringify(recipe)).not.toContain('nullable')
  expect(JSON.stringify(recipe)).toContain('{"type":"null"}')
})

test('every response in these tests is compared with the document', () => {
  const request = { method: 'GET', path: '/api/auth/providers?x' }
  const respond = (statusCode: number, body: object) => () =>
    checkDocumented(site.app, request, { statusCode, json: () => body })
  expect(respond(200, { providers: [] })).not.toThrow()
  expect(respond(200, { providers: null })).toThrow('GET /api/auth/providers 200 differs')
  expect(respond(201, { providers: [] })).toThrow('does not have this response')
  expect(respond(404, { error: 'x', code: 'not_found', requestId: 'y' })).not.toThrow()
  expect(respond(404, { error: 'x' })).toThrow('404 differs')
})
