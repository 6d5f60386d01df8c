import { answered, type Client } from '#trials/site/client.ts'
import type { Member } from '#trials/site/member.ts'
import { type Attack, attackerAddress, times } from '../attack.ts'

const pairs = 45
/** The largest share of pairs that may be distinguishable, beyond the half that chance gives. */
const mostTold = 0.25

/** Requests reset links for registered and unregistered addresses and compares the response times. */
export const recovery: Attack = {
  name: 'recovery',
  sentence: `${pairs} reset links for known and ${pairs} for unknown addresses in turn, with a stop-watch`,
  async run(site) {
    const members: Member[] = []
    for (let n = 0; n < 15; n++) members.push(await site.signUp(attackerAddress(n)))
    // Each IP address sends only a few requests, to stay below the rate limit.
    const strangers = times(Math.ceil(pairs / 4), (n) => site.client(attackerAddress(50 + n)))
    await timed(strangers.at(-1) as Client, 'nobody@example.org')
    const known: number[] = []
    const unknown: number[] = []
    const texts = new Set<string>()
    for (let n = 0; n < pairs; n++) {
      const [one, other] = [members[n % members.length]?.email ?? '', `nobody${n}@example.org`]
      for (const email of n % 2 ? [one, other] : [other, one]) {
        const { ms, text } = await timed(strangers[Math.floor(n / 4)] as Client, email)
        texts.add(text)
        if (email === one) known.push(ms)
        else unknown.push(ms)
      }
    }
    const told = Math.abs(shareSlower(known, unknown) - 0.5)
    return async () => [
      ...(texts.size > 1 ? ['known and unknown addresses are answered differently'] : []),
      ...(told > mostTold
        ? [`known addresses can be told by the clock in ${Math.round(50 + told * 100)} of 100 cases`]
        : []),
    ]
  },
}

async function timed({ call }: Client, email: string) {
  const start = performance.now()
  const { text } = await answered(call('POST', '/api/auth/request-password-reset', { body: { email } }))
  return { ms: performance.now() - start, text }
}

/** The share of pairs in which the known address took longer. It is a half if response times reveal nothing. */
function shareSlower(known: number[], unknown: number[]) {
  const slower = known.flatMap((one) =>
    unknown.map((other): number => (one > other ? 1 : one === other ? 0.5 : 0)),
  )
  return slower.reduce((sum, one) => sum + one, 0) / slower.length
}
