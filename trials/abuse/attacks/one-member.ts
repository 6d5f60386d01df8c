import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '#trials/site/client.ts'
import { type Attack, attackerAddress, times } from '../attack.ts'

const lastingMs = 12_000
/** Pause after a refusal, so that the attack loads the site and not the machine. */
const breathMs = 20

/** Everything that one member and one guest can request at the same time. */
export const oneMember: Attack = {
  name: 'one-member',
  sentence:
    '40 writes at once by one member, 20 uncached pages and 10 searches at once by one guest, for 12 s',
  async run(site) {
    const { id, client } = await site.signUp(attackerAddress(0))
    const guest = site.client(attackerAddress(1))
    const until = performance.now() + lastingMs
    const write = (n: number) => client.call('PUT', `/api/users/${id}`, { body: { bio: manyWords(n) } })
    const draw = (n: number) => guest.call('GET', `/?nothing=${n}`)
    const search = (n: number) =>
      guest.call('GET', `/api/search/zines?search=${(n * 7919).toString(36)}+moth`)
    await Promise.all([
      ...times(40, (own) => again(write, own, until)),
      ...times(20, (own) => again(draw, own, until)),
      ...times(10, (own) => again(search, own, until)),
    ])
    return async () => []
  },
}

async function again(ask: (n: number) => ReturnType<Client['call']>, own: number, until: number) {
  for (let n = own; performance.now() < until; n += 1000) {
    const answer = await ask(n).catch(() => undefined)
    if (answer?.status !== 200) await sleep(breathMs)
  }
}

/** Words that no other text has, new ones each time. Each save adds all of them to the index and removes the old ones. */
const manyWords = (n: number) =>
  Array.from({ length: 250 }, (_, word) => (n * 250 + word + 50_000).toString(36)).join(' ')
