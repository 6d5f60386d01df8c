import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { answered, type Client, jsonOf } from '#trials/site/client.ts'
import { homeAddress } from '#trials/site/honest-people.ts'
import { signUp } from '#trials/site/member.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress, times } from '../attack.ts'

const mb = 1024 * 1024
const lastingMs = 22_000

/** Pictures that take a decoder for ever, and pictures that look at the machine's other files. */
export const pictures: Attack = {
  name: 'pictures',
  sentence:
    'drawings of 2 MB made to be read for minutes by two members, and drawings that refer to a file of the machine',
  async run(site) {
    const [one, other] = await Promise.all(times(2, (n) => site.client(attackerAddress(n))).map(entered))
    const slow = [one, other].flatMap((client) => times(3, () => upload(client as Client, endless())))
    await Promise.race([Promise.allSettled(slow), sleep(lastingMs)])
    return () => seesNothing(site)
  },
}

async function entered(client: Client) {
  await signUp(client)
  return client
}

const svg = (inside: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="64" height="64">${inside}</svg>`,
  )

/** Each opening makes a careless expression look through all of the rest. */
const endless = () => svg(`<style>${'<![CDATA['.repeat((2.2 * mb) / 9)}</style>`)

const upload = (client: Client, file: Buffer) =>
  client.call('POST', '/api/upload-zine-media', {
    body: { base64String: file.toString('base64') },
    patienceMs: 20_000,
  })

const drawn = 'x="0" y="0" width="64" height="64"'
const referring = (file: string) => [
  `<image alt=">" href="file://${file}" ${drawn}/>`,
  `<image alt='>' xlink:href="file://${file}" ${drawn}/>`,
  `<image href="&#102;ile://${file}" ${drawn}/>`,
  `<image href="${file}" ${drawn}/>`,
  `<style>rect{fill:u\\72l(file://${file})}</style><rect ${drawn}/>`,
]

/** A red picture lies beside the site's data. It must not be seen in anything that was made of these. */
async function seesNothing(site: Site) {
  const file = join(site.dataDir, 'marker.png')
  const red = { create: { width: 64, height: 64, channels: 3, background: '#ff0000' } } as const
  await writeFile(file, await sharp(red).png().toBuffer(), { mode: 0o644 })
  const client = await entered(site.client(homeAddress(91)))
  const faults: string[] = []
  for (const [n, inside] of referring(file).entries()) {
    const answer = await upload(client, svg(inside))
    if (answer.status === 200 && (n < 2 || (await isRed(client, jsonOf<{ url: string }>(answer).url))))
      faults.push(`a drawing that refers to a file of the machine was taken: ${inside.slice(0, 40)}`)
    else if (answer.status >= 500) faults.push(`a drawing was answered ${answer.status}`)
  }
  return faults
}

async function isRed(client: Client, url: string) {
  const { bytes } = await answered(client.call('GET', url))
  const { dominant } = await sharp(bytes).stats()
  return dominant.r > 200 && dominant.g < 60 && dominant.b < 60
}
