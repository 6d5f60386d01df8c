import { setTimeout as pause } from 'node:timers/promises'
import { type Asking, askServer, leave, type Passed, type Server } from './ask-server.ts'

type Finding = Asking & {
  /** How long, after a good answer, the servers that have not answered are waited for. */
  others: number
  known: Lineages
}

export type Found = {
  server: Server | undefined
  reasons: string[]
  /** Another one takes writes too, from before this one was promoted. */
  isOneOfTwo: boolean
}

const passedOver = 'was a primary before another was promoted'

/** Of each database that was used so far the newest timeline, and last the one that was used last. */
type Lineages = ReadonlyMap<string, number>

/**
 * Asks all servers at once which of them takes writes. A promotion begins a timeline: of two that both say they do, the one of the
 * newer timeline was promoted over the other, which does not know it yet; and one of an older timeline than what was seen
 * has been promoted over as well. Another database, such as a backup that was restored, begins to count anew; it is taken where
 * the one that was used last is not there.
 */
export async function findServer(addresses: string[], { known, others, ...asking }: Finding): Promise<Found> {
  const passed: (Passed | undefined)[] = []
  const good: Server[] = []
  let isOver = false
  const asked = addresses.map(async (address, at) => {
    const answer = await askServer(address, asking)
    if ('reason' in answer) passed[at] = answer
    else if (isOver || answer.timeline < newestOf(answer, known)) passed[at] = await pass(answer)
    else return void good.push(answer)
    throw new Error(passed[at].reason)
  })
  await Promise.any(asked).catch(() => undefined)
  if (good.length > 0 && !good.some((server) => isPromoted(server, known)))
    await Promise.race([Promise.allSettled(asked), pause(others)])
  isOver = true
  const ranks = [...known.keys()]
  const rank = ({ system }: Server) => ranks.indexOf(system)
  const [server, ...rest] = good.toSorted(
    (one, other) => rank(other) - rank(one) || other.timeline - one.timeline,
  )
  for (const { client } of rest) leave(client)
  const reasons = addresses.map((_, at) => passed[at]?.reason ?? 'does not answer')
  const isOneOfTwo =
    server !== undefined &&
    (reasons.includes(passedOver) || rest.some(({ timeline }) => timeline > 0 && timeline < server.timeline))
  return { server, reasons, isOneOfTwo }
}

/** One that does not say which database it is must be as new as any. */
const newestOf = ({ system }: Server, known: Lineages) =>
  system ? (known.get(system) ?? 0) : Math.max(0, ...known.values())

const isPromoted = ({ system, timeline }: Server, known: Lineages) =>
  timeline > (known.get(system) ?? Infinity)

async function pass({ client }: Server): Promise<Passed> {
  leave(client)
  return { reason: passedOver }
}
