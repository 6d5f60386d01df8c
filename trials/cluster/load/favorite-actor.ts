import { setTimeout as sleep } from 'node:timers/promises'
import type { FullZine } from '#contract/zines.ts'
import { pick } from '#tests/support/random.ts'
import type { Actor, ActorContext } from '#trials/crash/actor.ts'
import { favoriteFact } from '#trials/crash/facts.ts'
import { absent } from '#trials/crash/write-log.ts'
import { type Call, type ClientResponse, expectOk, parseJson } from '#trials/site/client.ts'
import type { Deadline, Meter } from './meter.ts'

const pauseMs = 500
const path = '/api/favorites/zines'

/**
 * Toggles favorites. Without a response, it checks the state before it retries, because a repeated toggle would undo the
 * first one.
 */
export function favoriteActor(
  { writeLog, random, member }: ActorContext,
  shelf: string[],
  meter: Pick<Meter, 'counting' | 'createDeadline'>,
): Actor {
  const call = meter.counting(member.client.call)
  const act = async () => {
    const zineId = pick(random, shelf)
    const fact = favoriteFact(member.id, zineId)
    const shouldBeFavorited = writeLog.stateOf(fact) === absent
    const change = { zineId, shouldBeFavorited }
    const response = await writeLog.perform('favoriting', { [fact]: shouldBeFavorited ? 'given' : absent }, () =>
      toggleUntilDone(call, change, meter.createDeadline('POST', path)),
    )
    if (response?.status === 200 && isFavoritedIn(response) !== shouldBeFavorited)
      writeLog.addProblem('a favorite was answered as it was before')
    return response !== undefined
  }
  return { act }
}

type FavoriteChange = { zineId: string; shouldBeFavorited: boolean }

async function toggleUntilDone(
  call: Call,
  { zineId, shouldBeFavorited }: FavoriteChange,
  deadline: Deadline,
): Promise<ClientResponse> {
  let isFavorited: boolean | undefined = !shouldBeFavorited
  for (; deadline.shouldRetry(); await sleep(pauseMs)) {
    if (isFavorited === !shouldBeFavorited) {
      const response = await call('POST', path, { body: { zineId } }).catch(() => undefined)
      if (response && response.status < 500) return response
    }
    const current = await expectOk(call('GET', `/api/zines/${zineId}`)).catch(() => undefined)
    isFavorited = current && isFavoritedIn(current)
    if (current && isFavorited === shouldBeFavorited) return current
  }
  throw new Error('not done however often it was tried')
}

/** The state in the response to a toggle, or in a zine. */
function isFavoritedIn(response: ClientResponse) {
  const { zine, isFavorited } = parseJson<{ zine?: FullZine; isFavorited?: boolean }>(response)
  return zine?.isFavorited ?? isFavorited
}
