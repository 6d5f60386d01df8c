import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '#trials/site/client.ts'
import { type Attack, attackerAddress, repeat } from '../attack.ts'

const durationMs = 12_000
/** Pause after a refusal, so that the attack loads the site and not the machine. */
const pauseAfterErrorMs = 20

/** Everything that one member and one guest can request at the same time. */
export const oneMember: Attack = {
  name: 'one-member',
  description: '40 writes at once by one member, 20 uncached pages and 10 searches at once by one guest, for 12 s',
  async run(site) {
    const { id, client } = await site.signUp(attackerAddress(0))
    const guest = site.client(attackerAddress(1))
    const endsAt = performance.now() + durationMs
    const write = (n: number) => client.call('PUT', `/api/users/${id}`, { body: { bio: uniqueWords(n) } })
    const renderHomePage = (n: number) => guest.call('GET', `/?nothing=${n}`)
    const search = (n: number) => guest.call('GET', `/api/search/zines?search=${(n * 7919).toString(36)}+moth`)
    await Promise.all([
      ...repeat(40, (own) => callRepeatedly(write, own, endsAt)),
      ...repeat(20, (own) => callRepeatedly(renderHomePage, own, endsAt)),
      ...repeat(10, (own) => callRepeatedly(search, own, endsAt)),
    ])
    return async () => []
  },
}

async function callRepeatedly(send: (n: number) => ReturnType<Client['call']>, own: number, until: number) {
  for (let n = own; performance.now() < until; n += 1000) {
    const response = await send(n).catch(() => undefined)
    if (response?.status !== 200) await sleep(pauseAfterErrorMs)
  }
}

/** Words that no other text has, new ones each time. Each save adds all of them to the index and removes the old ones. */
const uniqueWords = (n: number) =>
  Array.from({ length: 250 }, (_, word) => (n * 250 + word + 50_000).toString(36)).join(' ')
