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
  'recovery-asked',
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
export function noteEvent(request: FastifyRequest, noted: SecurityEvent) {
  request.securityEvent = { member: request.viewer?.id, ...noted }
}

/** Adds what is known only later. */
export function noteMore(request: FastifyRequest, more: Pick<SecurityEvent, 'member' | 'outcome'>) {
  if (request.securityEvent) Object.assign(request.securityEvent, more)
}

export function loggedEvent(request: FastifyRequest, { statusCode }: FastifyReply) {
  const { securityEvent: noted, viewer, method } = request
  if (noted) return { outcome: statusCode < 400 ? 'done' : 'refused', ...noted }
  return { member: isReading(method) ? undefined : viewer?.id }
}

const isReading = (method: string) => method === 'GET' || method === 'HEAD'
