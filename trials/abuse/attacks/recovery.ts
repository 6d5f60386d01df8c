import { type Client, expectOk } from '#trials/site/client.ts'
import type { Member } from '#trials/site/member.ts'
import { type Attack, attackerAddress, repeat } from '../attack.ts'

const pairCount = 45
/** The largest share of pairs that may be distinguishable, beyond the half that chance gives. */
const maxAdvantage = 0.25

/** Requests reset links for registered and unregistered addresses and compares the response times. */
export const recovery: Attack = {
  name: 'recovery',
  description: `${pairCount} reset links for known and ${pairCount} for unknown addresses in turn, with a stop-watch`,
  async run(site) {
    const members: Member[] = []
    for (let n = 0; n < 15; n++) members.push(await site.signUp(attackerAddress(n)))
    // Each IP address sends only a few requests, to stay below the rate limit.
    const strangers = repeat(Math.ceil(pairCount / 4), (n) => site.client(attackerAddress(50 + n)))
    await timeRequest(strangers.at(-1) as Client, 'nobody@example.org')
    const known: number[] = []
    const unknown: number[] = []
    const texts = new Set<string>()
    for (let n = 0; n < pairCount; n++) {
      const [knownEmail, unknownEmail] = [members[n % members.length]?.email ?? '', `nobody${n}@example.org`]
      for (const email of n % 2 ? [knownEmail, unknownEmail] : [unknownEmail, knownEmail]) {
        const { ms, text } = await timeRequest(strangers[Math.floor(n / 4)] as Client, email)
        texts.add(text)
        if (email === knownEmail) known.push(ms)
        else unknown.push(ms)
      }
    }
    const advantage = Math.abs(shareOfSlowerPairs(known, unknown) - 0.5)
    return async () => [
      ...(texts.size > 1 ? ['known and unknown addresses are answered differently'] : []),
      ...(advantage > maxAdvantage
        ? [`response times reveal known addresses in ${Math.round(50 + advantage * 100)} of 100 cases`]
        : []),
    ]
  },
}

async function timeRequest({ call }: Client, email: string) {
  const start = performance.now()
  const { text } = await expectOk(call('POST', '/api/auth/request-password-reset', { body: { email } }))
  return { ms: performance.now() - start, text }
}

/** The share of pairs in which the known address took longer. It is a half if response times reveal nothing. */
function shareOfSlowerPairs(known: number[], unknown: number[]) {
  const slower = known.flatMap((one) => unknown.map((other): number => (one > other ? 1 : one === other ? 0.5 : 0)))
  return slower.reduce((total, one) => total + one, 0) / slower.length
}
