import { pick } from '#trials/bench/seed/random.ts'
import { jsonOf } from '#trials/site/client.ts'
import { favoriteFact } from './facts.ts'
import { absent } from './ledger.ts'
import type { Actor, Desk } from './people.ts'

/** Gives favorites and takes them back; everybody at the same few zines. */
export const favoriting = ({ ledger, random, member }: Desk, shelf: string[]): Actor => ({
  async act() {
    const zineId = pick(random, shelf)
    const fact = favoriteFact(member.id, zineId)
    const after = ledger.stateOf(fact) === absent ? 'given' : absent
    const answer = await ledger.act('favoriting', { [fact]: after }, () =>
      member.client.call('POST', '/api/favorites/zines', { body: { zineId } }),
    )
    if (
      answer?.status === 200 &&
      jsonOf<{ isFavorited: boolean }>(answer).isFavorited !== (after === 'given')
    )
      ledger.notice('a favorite was answered as it was before')
    return answer !== undefined
  },
})
