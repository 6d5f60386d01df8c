import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { clientAddress } from '#trials/site/load-clients.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress, repeat } from '../attack.ts'
import { publishLongZine } from '../long-zine.ts'

const networks = 10
const durationMs = 20_000

/** Downloads from more IP addresses than there are slots. The clients do not read the responses. */
export const slowComics: Attack = {
  name: 'slow-comics',
  description: `three guests and a member at each of ${networks} addresses download a comic and read none of it`,
  async run(site) {
    const { client } = await site.signUp(attackerAddress(0))
    const id = await publishLongZine(site, client, {
      picture: await noisePicture(),
      pages: 12,
      mayPrint: true,
    })
    const path = `/api/zines/${id}/zine.cbz`
    const members = await Promise.all(repeat(networks, (n) => site.signUp(attackerAddress(n))))
    const openDownloads = await Promise.all(
      members.flatMap(({ client: { from, cookie } }) => [
        ...repeat(3, () => startDownload(site, path, { from })),
        startDownload(site, path, { from, cookie: cookie() }),
      ]),
    )
    const endsAt = performance.now() + durationMs
    const reader = site.client(clientAddress(93))
    const problems = new Set<string>()
    let completed = 0
    for (; performance.now() < endsAt; await sleep(1_000)) {
      const response = await reader.call('GET', path).catch((error: Error) => error)
      if (!(response instanceof Error) && response.status === 200) completed += 1
      else problems.add(`a reader was refused a comic: ${response instanceof Error ? response.message : response.text}`)
    }
    for (const response of openDownloads) response?.destroy()
    if (completed === 0) problems.add('no download completed')
    return async () => [...problems]
  },
}

/** Noise makes the comic larger than the buffers of a connection. */
function noisePicture() {
  const [width, height] = [1600, 2000]
  const data = Buffer.from({ length: width * height * 3, 0: 0 })
  crypto.getRandomValues(data.subarray(0, 65_536))
  for (let at = 65_536; at < data.length; at += 65_521) data.copy(data, at, 0, Math.min(65_536, data.length - at))
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()
}

/** The response, of which the client reads nothing. */
const startDownload = (site: Site, path: string, { from, cookie }: { from: string; cookie?: string }) =>
  new Promise<IncomingMessage | undefined>((resolve) => {
    const headers = cookie ? { cookie } : {}
    get({ host: '127.0.0.1', port: site.port, localAddress: from, path, headers }, resolve).once('error', () =>
      resolve(undefined),
    )
  })
