import { setTimeout as sleep } from 'node:timers/promises'
import * as limits from '#contract/limits.ts'
import type { Client } from '#trials/site/client.ts'
import { pictureOf } from '#trials/site/publish.ts'
import { type Attack, attackerAddress, times } from '../attack.ts'
import { publishLong } from '../long-zine.ts'

const lastingMs = 12_000
const pages = 40
const connections = 15
/** Pause after a refusal, so that the attack loads the site and not the machine. */
const breathMs = 20

/** The largest possible page: a transcript with as many paragraphs as allowed. */
const transcript = 'a\n\n'.repeat(limits.transcript / 3)

/** Requests pages of a megabyte in ways that bypass every cache. */
export const largePages: Attack = {
  name: 'large-pages',
  sentence: `the words of a zine of ${pages} pages, by ${connections} connections with an invalid session and ${connections} of one member, at all its addresses, for 12 s`,
  async run(site) {
    const { client } = await site.signUp(attackerAddress(0))
    const id = await publishLong(site, client, { picture: await pictureOf(4_000), pages, transcript })
    const until = performance.now() + lastingMs
    const headers = { 'accept-encoding': 'br' }
    const garbage = { ...headers, cookie: 'foldout.session_token=garbage' }
    const guest = site.client(attackerAddress(1))
    const answers = await Promise.all([
      ...times(connections, () => again(guest, id, { headers: garbage, until })),
      ...times(connections, () => again(client, id, { headers, until })),
    ])
    const answered = answers.reduce((sum, each) => sum + each, 0)
    return async () => (answered === 0 ? ['no large page was answered, so nothing was attacked'] : [])
  },
}

/** All of these pages contain the transcripts of the zine. */
function anyPageOf(id: string) {
  const number = Math.floor(Math.random() * pages)
  return number === 0 ? `/zine/${id}/text` : `/zine/${id}/read?page=${number + 1}`
}

/** Returns the number of pages received. */
async function again(
  { call }: Client,
  id: string,
  { headers, until }: { headers: Record<string, string>; until: number },
) {
  let came = 0
  while (performance.now() < until) {
    const answer = await call('GET', anyPageOf(id), { headers }).catch(() => undefined)
    if (answer?.status === 200) came += 1
    else await sleep(breathMs)
  }
  return came
}
