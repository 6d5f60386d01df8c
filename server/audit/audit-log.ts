import { isIPv4 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import type { Db } from '#server/db/connection.ts'
import type { App } from '#server/http/fastify.ts'
import { normaliseAddress } from '#server/http/rate-limits.ts'
import { loggedEvent } from '#server/http/security-events.ts'
import { type RepeatedAuditEntry, type RequestAuditEntry, recordRepeated } from './audit.queries.ts'

type Log = { warn(details: object, message: string): void }
type Deps = { db: Db; log: Log }

const defaults = {
  /** Interval for writing events, in milliseconds. */
  flushIntervalMs: 1_000,
  /** Distinct anonymous acts per minute. Further ones are counted together. */
  maxAnonymousPerMinute: 500,
  /** Distinct acts buffered while the database is unavailable. */
  maxBuffered: 5_000,
  now: Date.now,
}
type Options = Partial<typeof defaults>

/** Collects request events for the audit log. Repeats increase a counter, so an attack cannot fill the log. */
export class AuditLog {
  readonly #deps: Deps
  readonly #options: typeof defaults
  #buffer = new Map<string, RepeatedAuditEntry>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #anonymous = { minute: 0, keys: new Set<string>() }
  #isFailing = false

  constructor(deps: Deps, options: Options = {}) {
    this.#deps = deps
    this.#options = { ...defaults, ...options }
  }

  record(entry: RequestAuditEntry) {
    const at = new Date(this.#options.now())
    const recorded = this.#exceedsLimit(entry, at) ? { ...entry, member_id: null, network: null } : entry
    this.#add({ ...recorded, same: deduplicationKey(recorded, at), times: 1, since: at, at })
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
  #exceedsLimit(entry: RequestAuditEntry, at: Date) {
    if (entry.outcome === 'done' && entry.member_id) return false
    const minute = Math.floor(at.getTime() / 60_000)
    if (this.#anonymous.minute !== minute) this.#anonymous = { minute, keys: new Set() }
    const { keys } = this.#anonymous
    const key = deduplicationKey(entry, at)
    if (keys.has(key)) return false
    if (keys.size >= this.#options.maxAnonymousPerMinute) return true
    keys.add(key)
    return false
  }

  #add(entry: RepeatedAuditEntry) {
    const existing = this.#buffer.get(entry.same)
    if (existing) this.#buffer.set(entry.same, merge(existing, entry))
    else if (this.#buffer.size < this.#options.maxBuffered) this.#buffer.set(entry.same, entry)
  }

  #schedule() {
    this.#timer ??= setTimeout(() => void this.flush(), this.#options.flushIntervalMs).unref()
  }

  async #write() {
    const entries = [...this.#buffer.values()]
    this.#buffer = new Map()
    if (entries.length === 0) return
    try {
      await recordRepeated(this.#deps.db, entries)
      this.#isFailing = false
    } catch (err) {
      for (const entry of entries) this.#add(entry)
      if (!this.#isFailing) this.#deps.log.warn({ err }, 'could not write the audit log; retrying')
      this.#isFailing = true
      this.#schedule()
    }
  }
}

const merge = (one: RepeatedAuditEntry, other: RepeatedAuditEntry): RepeatedAuditEntry => ({
  ...one,
  times: one.times + other.times,
  since: one.since < other.since ? one.since : other.since,
  at: one.at > other.at ? one.at : other.at,
})

const deduplicationKey = ({ actor, act, outcome, member_id, network, detail }: RequestAuditEntry, at: Date) =>
  JSON.stringify([at.toISOString().slice(0, 13), act, outcome, actor, member_id, network, detail])

export function auditRequests(app: App, { db }: { db: Db }) {
  const audit = new AuditLog({ db, log: app.log })
  app.addHook('onResponse', (request, reply, done) => {
    const entry = toAuditEntry(request, reply)
    if (entry) audit.record(entry)
    done()
  })
  app.addHook('onClose', () => audit.flush())
  return audit
}

function toAuditEntry(request: FastifyRequest, reply: FastifyReply): RequestAuditEntry | undefined {
  const recorded = loggedEvent(request, reply)
  if (!('event' in recorded)) return undefined
  const { event: act, outcome, factor, member } = recorded
  const code = reply.errorCode
  return {
    act,
    outcome,
    actor: actorOf(request, recorded),
    member_id: isRateLimited(request, code) ? null : (member ?? null),
    network: shortenedNetwork(request.ip),
    detail: { ...(factor && { factor }), ...(code && { code }) },
  }
}

/** A rate-limited guest has not reached the account, so the event does not count as the member's. */
const isRateLimited = ({ viewer }: FastifyRequest, code: ErrorCode | undefined) =>
  !viewer && (code === 'too_many_requests' || code === 'proof_needed')

const actorOf = ({ viewer }: FastifyRequest, { outcome, member }: { outcome: string; member?: string | undefined }) =>
  viewer || (member && outcome === 'done') ? 'member' : 'guest'

/** The /24 of an IPv4 address or the /48 of an IPv6 address: an approximate origin, not a person. */
export function shortenedNetwork(ip: string) {
  const address = normaliseAddress(ip)
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  return /^[\da-f:]+::\/64$/.test(address) ? `${address.split(':').slice(0, 3).join(':')}::/48` : null
}
