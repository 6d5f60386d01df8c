import { randomFrom } from '#tests/support/random.ts'
import type { Actor, ActorContext } from '#trials/crash/actor.ts'
import { draftActor } from '#trials/crash/draft-actor.ts'
import { projectActor } from '#trials/crash/project-actor.ts'
import { publishShelfZines } from '#trials/crash/publish-actor.ts'
import { WriteLog } from '#trials/crash/write-log.ts'
import { createLoad } from '#trials/site/background-load.ts'
import type { Call } from '#trials/site/client.ts'
import { openClient } from '#trials/site/client.ts'
import { clientAddress, createGuest, type LoadClient } from '#trials/site/load-clients.ts'
import { signUp } from '#trials/site/member.ts'
import type { Cluster } from '../cluster.ts'
import { favoriteActor } from './favorite-actor.ts'
import { Meter } from './meter.ts'
import { patient } from './retries.ts'

export type ClusterLoad = Awaited<ReturnType<typeof startClusterLoad>>

const shelfZines = 4
const guests = 8
const writerIntervalMs = 300

/** Guests who read and members who favorite, write and publish through one address, with the log of acknowledged writes. */
export async function startClusterLoad({ url }: Pick<Cluster, 'url'>) {
  const meter = new Meter()
  const actorContexts = createActorContexts(url)
  const shelf = await publishShelfZines(await actorContexts.addMember(), shelfZines)
  const memberMeter = meter.memberMeter()
  const members = [
    favoriteActor(await actorContexts.addMember(), shelf, memberMeter),
    favoriteActor(await actorContexts.addMember(), shelf, memberMeter),
    projectActor(patiently(await actorContexts.addMember(), memberMeter)),
    draftActor(patiently(await actorContexts.addMember(), memberMeter)),
  ]
  const readerTally = { counting: (call: Call) => patient(call, meter) }
  const readers = await Promise.all(
    Array.from({ length: guests }, (_, n) => createGuest(actorContexts, readerTally, 100 + n)),
  )
  const { writeLog, addMember } = actorContexts
  return { ...createLoad([...readers, ...members.map(toClient)]), writeLog, meter, addMember }
}

/** Each client has its own IP address. */
function createActorContexts(url: string) {
  const writeLog = new WriteLog()
  const random = randomFrom(1)
  const client = (from: string) => openClient(Number(new URL(url).port), from)
  let memberCount = 0
  const addMember = async (): Promise<ActorContext> => {
    const member = await signUp(client(clientAddress(++memberCount)))
    return { writeLog, random, member }
  }
  return { writeLog, client, addMember }
}

const patiently = (
  { member, ...context }: ActorContext,
  meter: Pick<Meter, 'counting' | 'createDeadline'>,
): ActorContext => ({
  ...context,
  member: { ...member, client: { ...member.client, call: patient(member.client.call, meter) } },
})

const toClient = ({ prepare, act }: Actor): LoadClient => ({
  everyMs: writerIntervalMs,
  async act() {
    await prepare?.()
    await act()
  },
})
