import { isIPv4 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import type { Db } from '#server/db/connection.ts'
import type { App } from '#server/http/fastify.ts'
import { limitedAddress } from '#server/http/limit.ts'
import { loggedEvent } from '#server/http/security-events.ts'
import { noteRepeated, type RepeatedAct, type RequestAct } from './audit.queries.ts'

type Log = { warn(details: object, message: string): void }
type Deps = { db: Db; log: Log }

const usual = {
  /** Interval for writing events, in milliseconds. */
  everyMs: 1_000,
  /** Distinct anonymous acts per minute. Further ones are counted together. */
  strangersPerMinute: 500,
  /** Distinct acts buffered while the database is unavailable. */
  mostWaiting: 5_000,
  now: Date.now,
}
type Options = Partial<typeof usual>

/** Collects request events for the audit log. Repeats increase a counter, so an attack cannot fill the log. */
export class AuditLog {
  readonly #deps: Deps
  readonly #options: typeof usual
  #waiting = new Map<string, RepeatedAct>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #strangers = { minute: 0, known: new Set<string>() }
  #isFailing = false

  constructor(deps: Deps, options: Options = {}) {
    this.#deps = deps
    this.#options = { ...usual, ...options }
  }

  note(act: RequestAct) {
    const at = new Date(this.#options.now())
    const told = this.#isOneTooMany(act, at) ? { ...act, member_id: null, network: null } : act
    this.#add({ ...told, same: sameAs(told, at), times: 1, since: at, at })
    this.#schedule()
  }

  /** Resolves when all events are written or the write has failed. */
  async flush() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#writing
    this.#writing = this.#write()
    await this.#writing
  }

  /** Refusals and anonymous acts cost the client nothing, so their rows are limited. */
  #isOneTooMany(act: RequestAct, at: Date) {
    if (act.outcome === 'done' && act.member_id) return false
    const minute = Math.floor(at.getTime() / 60_000)
    if (this.#strangers.minute !== minute) this.#strangers = { minute, known: new Set() }
    const { known } = this.#strangers
    const same = sameAs(act, at)
    if (known.has(same)) return false
    if (known.size >= this.#options.strangersPerMinute) return true
    known.add(same)
    return false
  }

  #add(act: RepeatedAct) {
    const before = this.#waiting.get(act.same)
    if (before) this.#waiting.set(act.same, joined(before, act))
    else if (this.#waiting.size < this.#options.mostWaiting) this.#waiting.set(act.same, act)
  }

  #schedule() {
    this.#timer ??= setTimeout(() => void this.flush(), this.#options.everyMs).unref()
  }

  async #write() {
    const acts = [...this.#waiting.values()]
    this.#waiting = new Map()
    if (acts.length === 0) return
    try {
      await noteRepeated(this.#deps.db, acts)
      this.#isFailing = false
    } catch (err) {
      for (const act of acts) this.#add(act)
      if (!this.#isFailing) this.#deps.log.warn({ err }, 'could not write the audit log; retrying')
      this.#isFailing = true
      this.#schedule()
    }
  }
}

const joined = (one: RepeatedAct, other: RepeatedAct): RepeatedAct => ({
  ...one,
  times: one.times + other.times,
  since: one.since < other.since ? one.since : other.since,
  at: one.at > other.at ? one.at : other.at,
})

const sameAs = ({ actor, act, outcome, member_id, network, detail }: RequestAct, at: Date) =>
  JSON.stringify([at.toISOString().slice(0, 13), act, outcome, actor, member_id, network, detail])

export function auditRequests(app: App, { db }: { db: Db }) {
  const audit = new AuditLog({ db, log: app.log })
  app.addHook('onResponse', (request, reply, done) => {
    const act = auditedAct(request, reply)
    if (act) audit.note(act)
    done()
  })
  app.addHook('onClose', () => audit.flush())
  return audit
}

function auditedAct(request: FastifyRequest, reply: FastifyReply): RequestAct | undefined {
  const noted = loggedEvent(request, reply)
  if (!('event' in noted)) return undefined
  const { event: act, outcome, factor, member } = noted
  const code = reply.refusal
  return {
    act,
    outcome,
    actor: actorOf(request, noted),
    member_id: isUnheard(request, code) ? null : (member ?? null),
    network: shortenedNetwork(request.ip),
    detail: { ...(factor && { factor }), ...(code && { code }) },
  }
}

/** A rate-limited guest has not reached the account, so the event does not count as the member's. */
const isUnheard = ({ viewer }: FastifyRequest, code: ErrorCode | undefined) =>
  !viewer && (code === 'too_many_requests' || code === 'proof_needed')

const actorOf = (
  { viewer }: FastifyRequest,
  { outcome, member }: { outcome: string; member?: string | undefined },
) => (viewer || (member && outcome === 'done') ? 'member' : 'guest')

/** The /24 of an IPv4 address or the /48 of an IPv6 address: an approximate origin, not a person. */
export function shortenedNetwork(ip: string) {
  const limited = limitedAddress(ip)
  if (isIPv4(limited)) return `${limited.split('.').slice(0, 3).join('.')}.0/24`
  return /^[\da-f:]+::\/64$/.test(limited) ? `${limited.split(':').slice(0, 3).join(':')}::/48` : null
}
