import type { OpenZine } from '#contract/zines.ts'
import { answered, type Client, jsonOf } from '#trials/site/client.ts'
import { homeAddress } from '#trials/site/honest-people.ts'
import { pictureOf, publish, uploadMedia } from '#trials/site/publish.ts'
import type { Attack } from '../attack.ts'

/** What browsers say on behalf of a page that is not ours. */
const foreign = (port: number): Record<string, string>[] => [
  { origin: 'https://elsewhere.example' },
  { origin: `https://localhost:${port}` },
  { origin: `https://127.0.0.1:${port}`, host: `127.0.0.1:${port}` },
  { origin: 'http://elsewhere.example', host: 'elsewhere.example' },
  { origin: `http://localhost:${port + 1}` },
  { origin: `http://localhost.elsewhere.example:${port}` },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'http://elsewhere.example', 'sec-fetch-site': 'cross-site' },
]

const ours = (port: number): Record<string, string>[] => [
  { origin: `http://localhost:${port}`, 'sec-fetch-site': 'same-origin' },
  { origin: `http://localhost:${port}` },
  {},
]

/** A member's own browser, sent to write by pages of other sites. */
export const origins: Attack = {
  name: 'origins',
  sentence: "a member's browser is made to favorite and publish by ten kinds of foreign pages",
  async run(site) {
    const { client } = await site.signUp(homeAddress(94))
    const media = await uploadMedia(client.call, await pictureOf(99))
    const id = await publish(client.call, { title: 'Mine', mediaFiles: [media] })
    const faults: string[] = []
    for (const headers of foreign(site.port)) {
      const said = Object.entries(headers).map((pair) => pair.join(': '))
      const answer = await toggle(client, id, headers)
      if (answer.status < 400) faults.push(`a write with ${said.join(', ')} was carried out`)
      if (answer.status < 400) await toggle(client, id)
    }
    if ((await favoritesOf(client, id)) !== 0) faults.push('a foreign page changed a favorite')
    for (const headers of ours(site.port)) {
      const answer = await toggle(client, id, headers)
      if (answer.status !== 200) faults.push(`a page of ours was refused: ${answer.text.slice(0, 120)}`)
    }
    return async () => faults
  },
}

const toggle = ({ call }: Client, zineId: string, headers: Record<string, string> = {}) =>
  call('POST', '/api/favorites/zines', { body: { zineId }, headers })

async function favoritesOf({ call }: Client, id: string) {
  return jsonOf<{ zine: OpenZine }>(await answered(call('GET', `/api/zines/${id}`))).zine.favoriteCount
}
