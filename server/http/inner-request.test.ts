import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { App } from './fastify.ts'
import { InnerReader } from './inner-request.ts'

test('an answer that breaks off is an error to whoever reads it, and others are answered', async () => {
  const app = Fastify() as unknown as App
  app.get('/broken', (_request, reply) => {
    reply.hijack()
    reply.raw.destroy()
  })
  app.get('/whole', async () => ({ is: 'whole' }))
  await app.ready()
  const reader = new InnerReader(app, { host: 'localhost' })
  await expect(reader.get('/broken')).rejects.toThrow(/broke off/)
  expect(await reader.get('/whole')).toMatchObject({ status: 200, body: '{"is":"whole"}' })
})
