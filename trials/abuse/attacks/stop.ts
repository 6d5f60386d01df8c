import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '#trials/site/client.ts'
import { homeAddress } from '#trials/site/honest-people.ts'
import { beginUpload } from '#trials/site/publish.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress, times } from '../attack.ts'
import { head, openRaw, type Raw } from '../raw.ts'

/** What a stop may take at most: 15 s for what is still open, and a little for the database. */
const longestStopMs = 20_000

/** Everything that can keep a connection open, and then the site is asked to stop. */
export const stop: Attack = {
  name: 'stop',
  sentence:
    'slow bodies, slow readers, a trickling upload, idle and pipelining connections while the site stops',
  async run(site) {
    const { client } = await site.signUp(attackerAddress(0))
    const open = [
      ...times(20, () => slowBody(site, client)),
      ...times(3, () => slowReader(site, client)),
      ...times(10, () => idle(site, client)),
      ...times(5, () => pipelining(site, client)),
      await trickle(site, client),
    ]
    await sleep(3_000)
    return () => stops(site, open)
  },
}

async function stops(site: Site, open: Raw[]) {
  const took = await site.stop(longestStopMs + 5_000)
  for (const raw of open) raw.end()
  const faults: string[] = []
  if (took === undefined || took > longestStopMs)
    faults.push(`a stop was not over after ${longestStopMs / 1000} s`)
  await site.kill()
  if (!(await site.start())) return [...faults, 'the site did not start again']
  const read = await site.client(homeAddress(92)).call('GET', '/api/zines')
  return read.status === 200 ? faults : [...faults, `after the start zines answered ${read.status}`]
}

const json = { 'content-type': 'application/json' }

function slowBody(site: Site, client: Client) {
  const raw = openRaw(site.port, client.from)
  void raw.send(
    `${head('POST', '/api/projects', { ...json, 'content-length': 500, cookie: client.cookie() })}{"tit`,
  )
  return raw
}

/** Asks for much more than the kernel buffers, and reads none of it. */
function slowReader(site: Site, client: Client) {
  const raw = openRaw(site.port, client.from)
  raw.pause()
  void raw.send(head('GET', '/api/openapi.json').repeat(30))
  return raw
}

function idle(site: Site, client: Client) {
  const raw = openRaw(site.port, client.from)
  void raw.send(head('GET', '/healthz'))
  return raw
}

function pipelining(site: Site, client: Client) {
  const raw = openRaw(site.port, client.from)
  void (async () => {
    while (!raw.state.isClosed) {
      await raw.send(head('GET', '/healthz').repeat(5))
      await sleep(50)
    }
  })()
  return raw
}

async function trickle(site: Site, client: Client) {
  const size = 1_000_000
  const address = await beginUpload(client.call, size)
  const raw = openRaw(site.port, client.from)
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': 0,
    'content-type': 'application/offset+octet-stream',
    'content-length': size,
    cookie: client.cookie(),
  }
  void raw.send(head('PATCH', address, headers)).then(async () => {
    while (!raw.state.isClosed) {
      await raw.send('x')
      await sleep(100)
    }
  })
  return raw
}
