import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Member } from '#trials/site/member.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress, times } from '../attack.ts'

const mb = 1024 * 1024
const json = { 'content-type': 'application/json' }
/** Longer than the time that ordinary calls have for their bodies. */
const deadlineMs = 35_000

/** Bodies that stop half-way while the connection stays open, and small bodies that decompress to large ones. */
export const bodies: Attack = {
  name: 'bodies',
  sentence: '150 bodies that never end, up to 27 MB each, and 60 compressed ones that grow to 20 MB each',
  async run(site) {
    const members = await Promise.all(times(4, (n) => site.signUp(attackerAddress(n))))
    const by = (n: number) => members[n % 4] as Member
    const large = times(120, (n) =>
      hold(site, by(n), { path: '/api/upload-zine-media', size: 27 * mb, sent: 5 * mb }),
    )
    const small = times(30, (n) => hold(site, by(n), { path: '/api/projects', size: 60_000, sent: 10_000 }))
    const began = performance.now()
    const accepted = await countAccepted(times(60, (n) => sendCompressed(by(n))))
    while (small.some(isOpen) && performance.now() - began < deadlineMs) await sleep(100)
    const left = small.filter(isOpen).length
    for (const held of [...large, ...small]) held.destroy()
    return async () => [
      ...(left ? [`${left} of 30 unfinished requests were still held after ${deadlineMs / 1000} s`] : []),
      ...(accepted ? [`${accepted} compressed bodies were not refused as such (415)`] : []),
    ]
  },
}

type Held = { path: string; size: number; sent: number }

function hold(site: Site, { client }: Member, { path, size, sent }: Held) {
  const headers = { ...json, 'content-length': size, cookie: client.cookie() }
  const place = { host: '127.0.0.1', port: site.port, localAddress: client.from, agent: false }
  const held = request({ ...place, method: 'POST', path, headers }, (answer) => answer.resume())
  held.on('error', () => undefined)
  held.write(content.subarray(0, sent))
  return held
}

const content = Buffer.alloc(5 * mb, 'A')

const isOpen = ({ socket }: ReturnType<typeof hold>) => !socket?.destroyed

const growing = gzipSync(JSON.stringify({ base64String: 'A'.repeat(20 * mb) }))

const sendCompressed = ({ client }: Member) =>
  client.call('POST', '/api/upload-zine-media', {
    bytes: growing,
    headers: { ...json, 'content-encoding': 'gzip' },
    patienceMs: 20_000,
  })

/** Closing the connection also counts as a refusal. Leaving the request without a response does not. */
async function countAccepted(asked: ReturnType<typeof sendCompressed>[]) {
  const ends = await Promise.allSettled(asked)
  const isRefused = (end: (typeof ends)[number]) =>
    end.status === 'fulfilled' ? end.value.status === 415 : end.reason.name !== 'TimeoutError'
  return ends.filter((end) => !isRefused(end)).length
}
