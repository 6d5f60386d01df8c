import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openClient } from '#trials/site/client.ts'
import { Tally } from '#trials/site/tally.ts'
import { reportOf } from '../report.ts'
import { judge, notTried, type Outcome } from './verdict.ts'

const quiet: Outcome = {
  ...{ name: 'nothing', faults: [], failures: [] },
  ...{ requests: 200, p50: 10, p99: 90, preparing: 800, memoryMb: 180, diskMb: 3 },
}

describe('the verdict', () => {
  test('is good when nobody noticed anything', () => {
    expect(judge(quiet).faults).toEqual([])
    expect(reportOf([judge(quiet)])).toContain('1 of 1 passed')
  })

  test.each<[string, Partial<Outcome>]>([
    ['1 honest requests failed, such as GET /: 503', { failures: ['GET /: 503'] }],
    ['took 1.2 s and more', { p99: 1200 }],
    ['the app took 512 MB of memory', { memoryMb: 512 }],
    ['made only 3 requests', { requests: 3 }],
    ['a foreign page changed a favorite', { faults: ['a foreign page changed a favorite'] }],
  ])('is bad, and says: %s', (sentence, seen) => {
    const verdict = judge({ ...quiet, ...seen })
    expect(verdict.faults).toHaveLength(1)
    expect(reportOf([verdict])).toContain(sentence)
  })
})

test('an attack that was never carried out was not withstood', () => {
  expect(notTried('bodies').faults).toContain('there was no time left for it')
})

describe('the tally of honest requests', () => {
  const server = createServer((request, response) => {
    if (request.url === '/refused') return response.writeHead(503).end('too busy')
    if (request.url === '/broken') return request.socket.destroy()
    if (request.url === '/fine') return response.end('yes')
  })
  let client: ReturnType<typeof openClient>
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    client = openClient((server.address() as AddressInfo).port, '127.0.0.1')
  })
  afterAll(() => {
    client.close()
    server.closeAllConnections()
    server.close()
  })

  test('counts what is refused, broken off, or not answered in time', async () => {
    const tally = new Tally()
    const call = tally.counting(client.call)
    await call('GET', '/fine')
    await call('GET', '/refused')
    await expect(call('GET', '/broken')).rejects.toThrow()
    await expect(call('GET', '/never', { patienceMs: 50 })).rejects.toThrow()
    tally.notice('notes were not kept as sent')
    const { requests, failures } = tally.figures()
    expect(requests).toBe(4)
    expect(failures).toEqual([
      'GET /refused: 503 too busy',
      expect.stringMatching(/^GET \/broken: /),
      expect.stringMatching(/^GET \/never: /),
      'notes were not kept as sent',
    ])
  })
})
