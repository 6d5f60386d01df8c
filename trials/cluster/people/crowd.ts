import { randomFrom } from '#trials/bench/seed/random.ts'
import { drafting } from '#trials/crash/drafting.ts'
import { Ledger } from '#trials/crash/ledger.ts'
import type { Actor, Desk } from '#trials/crash/people.ts'
import { fillShelf } from '#trials/crash/publishing.ts'
import { writing } from '#trials/crash/writing.ts'
import type { Call } from '#trials/site/client.ts'
import { openClient } from '#trials/site/client.ts'
import { crowdOf } from '#trials/site/honest.ts'
import { guest, homeAddress, type Person } from '#trials/site/honest-people.ts'
import { signUp } from '#trials/site/member.ts'
import type { Cluster } from '../cluster.ts'
import { favoriting } from './favoriting.ts'
import { Meter } from './meter.ts'
import { patient } from './patience.ts'

export type Crowd = Awaited<ReturnType<typeof gatherCrowd>>

const shelfZines = 4
const guests = 8
const writersEveryMs = 300

/** Guests who read and members who favorite, write and publish through one address, with the log of acknowledged writes. */
export async function gatherCrowd({ url }: Pick<Cluster, 'url'>) {
  const meter = new Meter()
  const desks = openDesks(url)
  const shelf = await fillShelf(await desks.sitDown(), shelfZines)
  const ofMembers = meter.ofMembers()
  const members = [
    favoriting(await desks.sitDown(), shelf, ofMembers),
    favoriting(await desks.sitDown(), shelf, ofMembers),
    writing(patiently(await desks.sitDown(), ofMembers)),
    drafting(patiently(await desks.sitDown(), ofMembers)),
  ]
  const tally = { counting: (call: Call) => patient(call, meter) }
  const readers = await Promise.all(Array.from({ length: guests }, (_, n) => guest(desks, tally, 100 + n)))
  const { ledger, sitDown } = desks
  return { ...crowdOf([...readers, ...members.map(asPerson)]), ledger, meter, sitDown }
}

/** Each client has its own IP address. */
function openDesks(url: string) {
  const ledger = new Ledger()
  const random = randomFrom(1)
  const client = (from: string) => openClient(Number(new URL(url).port), from)
  let seats = 0
  const sitDown = async (): Promise<Desk> => {
    const member = await signUp(client(homeAddress(++seats)))
    return { ledger, random, member }
  }
  return { ledger, client, sitDown }
}

const patiently = ({ member, ...desk }: Desk, meter: Pick<Meter, 'counting' | 'waiting'>): Desk => ({
  ...desk,
  member: { ...member, client: { ...member.client, call: patient(member.client.call, meter) } },
})

const asPerson = ({ prepare, act }: Actor): Person => ({
  everyMs: writersEveryMs,
  async act() {
    await prepare?.()
    await act()
  },
})
