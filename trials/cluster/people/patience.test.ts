import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openClient } from '#trials/site/client.ts'
import { Meter } from './meter.ts'
import { patient } from './patience.ts'

type Answering = (request: IncomingMessage, response: ServerResponse, body: string) => unknown

let meter: Meter
beforeEach(() => {
  meter = new Meter()
  meter.begin()
})

/** Answers each request in turn as it is told. */
async function asking(...answers: Answering[]) {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString()
    asked.push([request.method, request.headers['upload-offset'], body].filter(Boolean).join(' '))
    answers.shift()?.(request, response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const client = openClient((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(client.close)
  return { asked, call: patient(client.call, meter, 1) }
}

const cut: Answering = (request) => request.socket.destroy()
const says =
  (status: number, headers: Record<string, string> = {}): Answering =>
  (_request, response) =>
    response.writeHead(status, headers).end()

test('a write that was cut off or put off is sent again as it was, and each attempt counts', async () => {
  const { asked, call } = await asking(cut, says(503), says(201))
  const { status } = await call('POST', '/api/projects', { body: { id: 'a' } })
  expect([status, asked]).toEqual([201, Array(3).fill('POST {"id":"a"}')])
  const { members, visitors } = meter.read()
  expect([members.requests, members.failures.length, visitors.requests]).toEqual([3, 2, 0])
})

test('what is gone when it is deleted again was deleted, and what was never there was not', async () => {
  const { call } = await asking(cut, says(404), says(404))
  expect((await call('DELETE', '/api/zines/1')).status).toBe(200)
  expect((await call('DELETE', '/api/zines/2')).status).toBe(404)
})

test('an upload goes on from where it had come to', async () => {
  const { asked, call } = await asking(cut, says(200, { 'upload-offset': '3' }), says(204))
  await call('PATCH', '/api/uploads/1', { bytes: Buffer.from('abcdef'), headers: { 'upload-offset': '0' } })
  expect(asked).toEqual(['PATCH 0 abcdef', 'HEAD', 'PATCH 3 def'])
})

test('a page is read without a picture that does not come', async () => {
  const { call } = await asking(says(503))
  expect((await call('GET', '/media/1.webp')).status).toBe(503)
  expect(meter.read().visitors).toMatchObject({ requests: 1, failures: [expect.stringContaining('503')] })
})
