import { pick, type Random } from '#trials/bench/seed/random.ts'
import { jsonOf } from '#trials/site/client.ts'
import { homeAddress } from '#trials/site/honest-people.ts'
import type { Site } from '#trials/site/site.ts'
import { drafting } from './drafting.ts'
import { favoriteFact, passwordFact } from './facts.ts'
import { absent, Ledger } from './ledger.ts'
import type { Actor, Desk } from './people.ts'
import { fillShelf, publishing } from './publishing.ts'
import { recovering } from './recovering.ts'
import { writing } from './writing.ts'

export type Acting = Awaited<ReturnType<typeof gatherActing>>

const shelfZines = 4

/** All clients that act during the kills, with the log of acknowledged writes. */
export async function gatherActing(site: Site, random: Random) {
  const ledger = new Ledger()
  const sitDown = async (n: number): Promise<Desk> => ({
    ledger,
    random,
    member: await site.signUp(homeAddress(n)),
  })
  const [librarian, ...desks] = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map(sitDown))
  const [one, two, three, four, five, six, seven, forgetful] = desks
  if (!librarian || !one || !two || !three || !four || !five || !six || !seven || !forgetful)
    throw new Error('nobody there')
  const shelf = await fillShelf(librarian, shelfZines)
  ledger.know(passwordFact(forgetful.member.username), forgetful.member.password)
  const recovery = recovering(forgetful, site.dataDir)
  const crowd = crowdOf([
    publishing(one),
    publishing(two),
    favoriting(three, shelf),
    favoriting(four, shelf),
    writing(five),
    writing(six),
    drafting(seven),
    recovery.actor,
  ])
  return { ledger, crowd, recovery, forgetful: forgetful.member, looker: site.client(homeAddress(250)) }
}

/** Toggles favorites. All members use the same few zines. */
const favoriting = ({ ledger, random, member }: Desk, shelf: string[]): Actor => ({
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

/** Actors who work until a kill. Without a response, an actor waits until the outcome is known. */
function crowdOf(actors: Actor[]) {
  let isResting = true
  let busy: Promise<unknown> = Promise.resolve()
  const live = async ({ act }: Actor) => {
    while (!isResting && (await act()));
  }
  return {
    prepare: () => Promise.all(actors.map((actor) => actor.prepare?.())),
    begin() {
      isResting = false
      busy = Promise.all(actors.map(live))
    },
    /** Resolves when every actor has a response or knows that none will arrive. */
    async rest() {
      isResting = true
      await busy
    },
  }
}
