import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Member } from '#trials/site/member.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress, repeat } from '../attack.ts'

const mb = 1024 * 1024
const json = { 'content-type': 'application/json' }
/** Longer than the time that ordinary calls have for their bodies. */
const deadlineMs = 35_000

/** Bodies that stop half-way while the connection stays open, and small bodies that decompress to large ones. */
export const bodies: Attack = {
  name: 'bodies',
  description: '150 bodies that never end, up to 27 MB each, and 60 compressed ones that grow to 20 MB each',
  async run(site) {
    const members = await Promise.all(repeat(4, (n) => site.signUp(attackerAddress(n))))
    const memberFor = (n: number) => members[n % 4] as Member
    const largeRequests = repeat(120, (n) =>
      holdRequest(site, memberFor(n), { path: '/api/upload-zine-media', size: 27 * mb, sent: 5 * mb }),
    )
    const smallRequests = repeat(30, (n) =>
      holdRequest(site, memberFor(n), { path: '/api/projects', size: 60_000, sent: 10_000 }),
    )
    const startedAt = performance.now()
    const accepted = await countAcceptedRequests(repeat(60, (n) => sendCompressed(memberFor(n))))
    while (smallRequests.some(isOpen) && performance.now() - startedAt < deadlineMs) await sleep(100)
    const openCount = smallRequests.filter(isOpen).length
    for (const heldRequest of [...largeRequests, ...smallRequests]) heldRequest.destroy()
    return async () => [
      ...(openCount ? [`${openCount} of 30 unfinished requests were still held after ${deadlineMs / 1000} s`] : []),
      ...(accepted ? [`${accepted} compressed bodies were not refused as such (415)`] : []),
    ]
  },
}

type HeldRequest = { path: string; size: number; sent: number }

function holdRequest(site: Site, { client }: Member, { path, size, sent }: HeldRequest) {
  const headers = { ...json, 'content-length': size, cookie: client.cookie() }
  const connection = { host: '127.0.0.1', port: site.port, localAddress: client.from, agent: false }
  const heldRequest = request({ ...connection, method: 'POST', path, headers }, (response) => response.resume())
  heldRequest.on('error', () => undefined)
  heldRequest.write(content.subarray(0, sent))
  return heldRequest
}

const content = Buffer.alloc(5 * mb, 'A')

const isOpen = ({ socket }: ReturnType<typeof holdRequest>) => !socket?.destroyed

const compressedBody = gzipSync(JSON.stringify({ base64String: 'A'.repeat(20 * mb) }))

const sendCompressed = ({ client }: Member) =>
  client.call('POST', '/api/upload-zine-media', {
    bytes: compressedBody,
    headers: { ...json, 'content-encoding': 'gzip' },
    timeoutMs: 20_000,
  })

/** Closing the connection also counts as a refusal. Leaving the request without a response does not. */
async function countAcceptedRequests(pendingRequests: ReturnType<typeof sendCompressed>[]) {
  const outcomes = await Promise.allSettled(pendingRequests)
  const isRejected = (end: (typeof outcomes)[number]) =>
    end.status === 'fulfilled' ? end.value.status === 415 : end.reason.name !== 'TimeoutError'
  return outcomes.filter((end) => !isRejected(end)).length
}
