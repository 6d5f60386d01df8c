import { pick, type Random } from '#tests/support/random.ts'
import { parseJson } from '#trials/site/client.ts'
import { clientAddress } from '#trials/site/load-clients.ts'
import type { Site } from '#trials/site/site.ts'
import type { Actor, ActorContext } from './actor.ts'
import { draftActor } from './draft-actor.ts'
import { favoriteFact, passwordFact } from './facts.ts'
import { projectActor } from './project-actor.ts'
import { publishActor, publishShelfZines } from './publish-actor.ts'
import { recoveryActor } from './recovery-actor.ts'
import { absent, WriteLog } from './write-log.ts'

export type CrashActors = Awaited<ReturnType<typeof createActors>>

const shelfZines = 4

/** All clients that act during the kills, with the log of acknowledged writes. */
export async function createActors(site: Site, random: Random) {
  const writeLog = new WriteLog()
  const createContext = async (n: number): Promise<ActorContext> => ({
    writeLog,
    random,
    member: await site.signUp(clientAddress(n)),
  })
  const [librarian, ...contexts] = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map(createContext))
  const [first, second, third, fourth, fifth, sixth, seventh, recoveringMember] = contexts
  if (!librarian || !first || !second || !third || !fourth || !fifth || !sixth || !seventh || !recoveringMember)
    throw new Error('no member left')
  const shelf = await publishShelfZines(librarian, shelfZines)
  writeLog.setInitial(passwordFact(recoveringMember.member.username), recoveringMember.member.password)
  const recovery = recoveryActor(recoveringMember, site.dataDir)
  const load = createLoad([
    publishActor(first),
    publishActor(second),
    favoriteActor(third, shelf),
    favoriteActor(fourth, shelf),
    projectActor(fifth),
    projectActor(sixth),
    draftActor(seventh),
    recovery.actor,
  ])
  return {
    writeLog,
    load,
    recovery,
    recoveringMember: recoveringMember.member,
    observer: site.client(clientAddress(250)),
  }
}

/** Toggles favorites. All members use the same few zines. */
const favoriteActor = ({ writeLog, random, member }: ActorContext, shelf: string[]): Actor => ({
  async act() {
    const zineId = pick(random, shelf)
    const fact = favoriteFact(member.id, zineId)
    const after = writeLog.stateOf(fact) === absent ? 'given' : absent
    const response = await writeLog.perform('favoriting', { [fact]: after }, () =>
      member.client.call('POST', '/api/favorites/zines', { body: { zineId } }),
    )
    if (response?.status === 200 && parseJson<{ isFavorited: boolean }>(response).isFavorited !== (after === 'given'))
      writeLog.addProblem('a favorite was answered as it was before')
    return response !== undefined
  },
})

/** Actors who work until a kill. Without a response, an actor waits until the outcome is known. */
function createLoad(actors: Actor[]) {
  let isPaused = true
  let running: Promise<unknown> = Promise.resolve()
  const runActor = async ({ act }: Actor) => {
    while (!isPaused && (await act()));
  }
  return {
    prepare: () => Promise.all(actors.map((actor) => actor.prepare?.())),
    start() {
      isPaused = false
      running = Promise.all(actors.map(runActor))
    },
    /** Resolves when every actor has a response or knows that none will arrive. */
    async pause() {
      isPaused = true
      await running
    },
  }
}
