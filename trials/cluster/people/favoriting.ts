import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenZine } from '#contract/zines.ts'
import { pick } from '#trials/bench/seed/random.ts'
import { favoriteFact } from '#trials/crash/facts.ts'
import { absent } from '#trials/crash/ledger.ts'
import type { Actor, Desk } from '#trials/crash/people.ts'
import { type Answer, answered, type Call, jsonOf } from '#trials/site/client.ts'
import type { Meter, Waiting } from './meter.ts'

const pause = 500
const path = '/api/favorites/zines'

/**
 * Toggles favorites. Without a response, it checks the state before it retries, because a repeated toggle would undo the
 * first one.
 */
export function favoriting(
  { ledger, random, member }: Desk,
  shelf: string[],
  meter: Pick<Meter, 'counting' | 'waiting'>,
): Actor {
  const call = meter.counting(member.client.call)
  const act = async () => {
    const zineId = pick(random, shelf)
    const fact = favoriteFact(member.id, zineId)
    const isWanted = ledger.stateOf(fact) === absent
    const wish = { zineId, isWanted }
    const answer = await ledger.act('favoriting', { [fact]: isWanted ? 'given' : absent }, () =>
      toggle(call, wish, meter.waiting('POST', path)),
    )
    if (answer?.status === 200 && stateIn(answer) !== isWanted)
      ledger.notice('a favorite was answered as it was before')
    return answer !== undefined
  }
  return { act }
}

type Wish = { zineId: string; isWanted: boolean }

async function toggle(call: Call, { zineId, isWanted }: Wish, waiting: Waiting): Promise<Answer> {
  let isThere: boolean | undefined = !isWanted
  for (; waiting.goesOn(); await sleep(pause)) {
    if (isThere === !isWanted) {
      const answer = await call('POST', path, { body: { zineId } }).catch(() => undefined)
      if (answer && answer.status < 500) return answer
    }
    const seen = await answered(call('GET', `/api/zines/${zineId}`)).catch(() => undefined)
    isThere = seen && stateIn(seen)
    if (seen && isThere === isWanted) return seen
  }
  throw new Error('not done however often it was tried')
}

/** The state in the response to a toggle, or in a zine. */
function stateIn(answer: Answer) {
  const { zine, isFavorited } = jsonOf<{ zine?: OpenZine; isFavorited?: boolean }>(answer)
  return zine?.isFavorited ?? isFavorited
}
