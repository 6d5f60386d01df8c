import { isIPv4 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import type { Db } from '#server/db/connection.ts'
import type { App } from '#server/http/fastify.ts'
import { limitedAddress } from '#server/http/limit.ts'
import { loggedEvent } from '#server/http/security-events.ts'
import type { RequestAct } from './audit.queries.ts'
import { AuditLog } from './audit-log.ts'

/** What requests do about somebody's ways in is written to the audit log, after they were answered. */
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

/** Whoever is turned away for having tried too often has not tried at anybody's account. */
const isUnheard = ({ viewer }: FastifyRequest, code: ErrorCode | undefined) =>
  !viewer && (code === 'too_many_requests' || code === 'proof_needed')

/** A member is who was signed in, or has just come in by this. */
const actorOf = (
  { viewer }: FastifyRequest,
  { outcome, member }: { outcome: string; member?: string | undefined },
) => (viewer || (member && outcome === 'done') ? 'member' : 'guest')

/**
 * What of an address is written down: the /24 of an IPv4 address, the /48 of an IPv6 address, which say roughly where
 * somebody came from and not who it was. Nothing of what is no address, whatever a proxy has passed on.
 */
export function shortenedNetwork(ip: string) {
  const limited = limitedAddress(ip)
  if (isIPv4(limited)) return `${limited.split('.').slice(0, 3).join('.')}.0/24`
  return /^[\da-f:]+::\/64$/.test(limited) ? `${limited.split(':').slice(0, 3).join(':')}::/48` : null
}
