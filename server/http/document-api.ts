import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { App } from './fastify.ts'

/** What the API can do, for programs and for people. To be called before the routes are added. */
export async function documentApi(app: App) {
  await app.register(swagger, {
    openapi: {
      info: { title: 'Foldout', version: '1', description: 'Everything the site does, as calls.' },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'foldout.session_token' } },
      },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { validatorUrl: null },
    theme: {
      title: 'The API of Foldout',
      css: [{ filename: 'foldout.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
