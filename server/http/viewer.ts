import type { FastifyReply, FastifyRequest } from 'fastify'
import { forbidden, notSignedIn } from './errors.ts'

export type SessionViewer = {
  id: string
  sessionId: string
  /** Whether lists omit entries for this viewer. Never exposed, as it would reveal that a member blocked them. */
  hasExclusions: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: SessionViewer | null
  }
}

export function viewerOf(request: FastifyRequest) {
  if (!request.viewer) throw notSignedIn()
  return request.viewer
}

export function requireViewer({ viewer }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) {
  done(viewer ? undefined : notSignedIn())
}

/** A body or path may contain the caller's id. It must match the session. */
export function requireSelf(request: FastifyRequest, claimedId: string | null | undefined) {
  const viewer = viewerOf(request)
  if (claimedId && claimedId.toLowerCase() !== viewer.id) throw forbidden()
  return viewer
}
