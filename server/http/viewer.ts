import type { FastifyReply, FastifyRequest } from 'fastify'
import { notSignedIn, notYours } from './errors.ts'

export type SessionViewer = {
  id: string
  sessionId: string
  /** Whether lists leave something out for them. Never told: it would say that somebody blocked them. */
  avoids: boolean
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

export function requireViewer(
  { viewer }: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
) {
  done(viewer ? undefined : notSignedIn())
}

/** Callers may say who they are in a body or a path; it must be who the session says they are. */
export function actingAs(request: FastifyRequest, claimed: string | null | undefined) {
  const viewer = viewerOf(request)
  if (claimed && claimed.toLowerCase() !== viewer.id) throw notYours()
  return viewer
}
