import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    securityEvent?: SecurityEvent
  }
}

export const securityEvents = [
  'sign-up',
  'sign-in',
  'sign-out',
  'confirm',
  'password-change',
  'email-change',
  'email-change-undone',
  'email-confirmed',
  'recovery-requested',
  'recovery',
  'factor-on',
  'factor-off',
  'recovery-codes-renewed',
  'identity-linked',
  'identity-unlinked',
  'account-deleted',
] as const

type SecurityEvent = {
  event: (typeof securityEvents)[number]
  /** The id of the member concerned, which means nothing without the database. Absent if unknown. */
  member?: string | undefined
  factor?: 'password' | 'code' | 'recovery code' | 'password and code' | 'provider' | 'mailed link'
  /** Set if the status does not show it: the second factor is still required, or a redirect reports a refusal. */
  outcome?: 'code needed' | 'refused'
}

/** Records the event before it may be refused. It is about the viewer unless `member` says otherwise. */
export function recordEvent(request: FastifyRequest, securityEvent: SecurityEvent) {
  request.securityEvent = { member: request.viewer?.id, ...securityEvent }
}

/** Adds what is known only later. */
export function updateEvent(request: FastifyRequest, changes: Pick<SecurityEvent, 'member' | 'outcome'>) {
  if (request.securityEvent) Object.assign(request.securityEvent, changes)
}

export function loggedEvent(request: FastifyRequest, { statusCode }: FastifyReply) {
  const { securityEvent: recorded, viewer, method } = request
  if (recorded) return { outcome: statusCode < 400 ? 'done' : 'refused', ...recorded }
  return { member: isReadMethod(method) ? undefined : viewer?.id }
}

const isReadMethod = (method: string) => method === 'GET' || method === 'HEAD'
