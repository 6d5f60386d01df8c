import type { Random } from '#trials/bench/seed/random.ts'
import { homeAddress } from '#trials/site/honest-people.ts'
import type { Site } from '#trials/site/site.ts'
import { drafting } from './drafting.ts'
import { passwordFact } from './facts.ts'
import { favoriting } from './favoriting.ts'
import { Ledger } from './ledger.ts'
import { Crowd, type Desk } from './people.ts'
import { fillShelf, publishing } from './publishing.ts'
import { recovering } from './recovering.ts'
import { writing } from './writing.ts'

export type Acting = Awaited<ReturnType<typeof gatherActing>>

const shelfZines = 4

/** Everybody who acts while things are killed, and the ledger of what was acknowledged to them. */
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
  const crowd = new Crowd([
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
