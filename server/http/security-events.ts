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
  /** The id of the member it is about, which says nothing to whoever has only the log; none where nobody is known. */
  member?: string | undefined
  factor?: 'password' | 'code' | 'recovery code' | 'password and code' | 'provider' | 'mailed link'
  /** Where the status does not tell: the first factor was right and the second is to come, or a redirect says no. */
  outcome?: 'code needed' | 'refused'
}

/** Notes the event before it may be refused. It is about the viewer, unless another member is named, or none. */
export function noteEvent(request: FastifyRequest, noted: SecurityEvent) {
  request.securityEvent = { member: request.viewer?.id, ...noted }
}

/** What became of the noted event, or of its member, is known later. */
export function noteMore(request: FastifyRequest, more: Pick<SecurityEvent, 'member' | 'outcome'>) {
  if (request.securityEvent) Object.assign(request.securityEvent, more)
}

export function loggedEvent(request: FastifyRequest, { statusCode }: FastifyReply) {
  const { securityEvent: noted, viewer, method } = request
  if (noted) return { outcome: statusCode < 400 ? 'done' : 'refused', ...noted }
  return { member: isReading(method) ? undefined : viewer?.id }
}

const isReading = (method: string) => method === 'GET' || method === 'HEAD'
