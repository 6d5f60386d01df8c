import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { homeAddress } from '#trials/site/honest-people.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress, times } from '../attack.ts'
import { publishLong } from '../long-zine.ts'

const networks = 10
const lastingMs = 20_000

/** Downloads from more IP addresses than there are slots. The clients do not read the responses. */
export const slowComics: Attack = {
  name: 'slow-comics',
  sentence: `three guests and a member at each of ${networks} addresses download a comic and read none of it`,
  async run(site) {
    const { client } = await site.signUp(attackerAddress(0))
    const id = await publishLong(site, client, { picture: await noise(), pages: 12, mayPrint: true })
    const path = `/api/zines/${id}/zine.cbz`
    const members = await Promise.all(times(networks, (n) => site.signUp(attackerAddress(n))))
    const open = await Promise.all(
      members.flatMap(({ client: { from, cookie } }) => [
        ...times(3, () => begin(site, path, { from })),
        begin(site, path, { from, cookie: cookie() }),
      ]),
    )
    const until = performance.now() + lastingMs
    const reader = site.client(homeAddress(93))
    const faults = new Set<string>()
    let came = 0
    for (; performance.now() < until; await sleep(1_000)) {
      const answer = await reader.call('GET', path).catch((error: Error) => error)
      if (!(answer instanceof Error) && answer.status === 200) came += 1
      else
        faults.add(`a reader was refused a comic: ${answer instanceof Error ? answer.message : answer.text}`)
    }
    for (const answer of open) answer?.destroy()
    if (came === 0) faults.add('nobody got a comic')
    return async () => [...faults]
  },
}

/** Noise makes the comic larger than the buffers of a connection. */
function noise() {
  const [width, height] = [1600, 2000]
  const data = Buffer.from({ length: width * height * 3, 0: 0 })
  crypto.getRandomValues(data.subarray(0, 65_536))
  for (let at = 65_536; at < data.length; at += 65_521)
    data.copy(data, at, 0, Math.min(65_536, data.length - at))
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()
}

/** The response, of which the client reads nothing. */
const begin = (site: Site, path: string, { from, cookie }: { from: string; cookie?: string }) =>
  new Promise<IncomingMessage | undefined>((resolve) => {
    const headers = cookie ? { cookie } : {}
    get({ host: '127.0.0.1', port: site.port, localAddress: from, path, headers }, resolve).once(
      'error',
      () => resolve(undefined),
    )
  })
