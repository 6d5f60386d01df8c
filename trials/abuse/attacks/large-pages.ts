import { setTimeout as sleep } from 'node:timers/promises'
import * as limits from '#contract/limits.ts'
import type { Client } from '#trials/site/client.ts'
import { testPicture } from '#trials/site/publish.ts'
import { type Attack, attackerAddress, repeat } from '../attack.ts'
import { publishLongZine } from '../long-zine.ts'

const durationMs = 12_000
const pages = 40
const connections = 15
/** Pause after a refusal, so that the attack loads the site and not the machine. */
const pauseAfterErrorMs = 20

/** The largest possible page: a transcript with as many paragraphs as allowed. */
const transcript = 'a\n\n'.repeat(limits.transcript / 3)

/** Requests pages of a megabyte in ways that bypass every cache. */
export const largePages: Attack = {
  name: 'large-pages',
  description: `the words of a zine of ${pages} pages, by ${connections} connections with an invalid session and ${connections} of one member, at all its addresses, for 12 s`,
  async run(site) {
    const { client } = await site.signUp(attackerAddress(0))
    const id = await publishLongZine(site, client, { picture: await testPicture(4_000), pages, transcript })
    const endsAt = performance.now() + durationMs
    const headers = { 'accept-encoding': 'br' }
    const invalidSession = { ...headers, cookie: 'foldout.session_token=garbage' }
    const guest = site.client(attackerAddress(1))
    const responses = await Promise.all([
      ...repeat(connections, () => requestRepeatedly(guest, id, { headers: invalidSession, until: endsAt })),
      ...repeat(connections, () => requestRepeatedly(client, id, { headers, until: endsAt })),
    ])
    const completed = responses.reduce((total, each) => total + each, 0)
    return async () => (completed === 0 ? ['no large page was answered, so nothing was attacked'] : [])
  },
}

/** All of these pages contain the transcripts of the zine. */
function randomPageOf(id: string) {
  const number = Math.floor(Math.random() * pages)
  return number === 0 ? `/zine/${id}/text` : `/zine/${id}/read?page=${number + 1}`
}

/** Returns the number of pages received. */
async function requestRepeatedly(
  { call }: Client,
  id: string,
  { headers, until }: { headers: Record<string, string>; until: number },
) {
  let completed = 0
  while (performance.now() < until) {
    const response = await call('GET', randomPageOf(id), { headers }).catch(() => undefined)
    if (response?.status === 200) completed += 1
    else await sleep(pauseAfterErrorMs)
  }
  return completed
}
