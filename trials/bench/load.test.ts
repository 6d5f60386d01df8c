import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { load } from './load.ts'

let answered = 0
const server = createServer((request, response) => {
  answered++
  if (request.url === '/gone') return response.writeHead(204).end()
  response.writeHead(request.url === '/missing' ? 404 : 200, { 'content-length': 5 }).end('hello')
})
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => server.close())

const asked = (path: string) => ({
  port: (server.address() as AddressInfo).port,
  request: () => ({ path, method: 'GET' as const }),
  status: 200,
  connections: 4,
})

test('so many requests are sent as were asked for, not one more', async () => {
  const { latencies } = await load({ ...asked('/'), pace: { requests: 101 } })
  expect([latencies.length, answered]).toEqual([101, 101])
})

test('an answer with another status ends it', async () => {
  await expect(load({ ...asked('/missing'), pace: { seconds: 5 } })).rejects.toThrow('Expected 200')
})

test('one of several statuses will do, with a body or without', async () => {
  const { latencies } = await load({
    ...asked('/'),
    request: (n) => asked(n % 2 ? '/' : '/gone').request(),
    status: [200, 204],
    pace: { requests: 20 },
  })
  expect(latencies).toHaveLength(20)
})
