import { randomBytes } from 'node:crypto'
import { signValue } from '#server/http/cookies.ts'
import { sessionCookie } from '#server/http/session.ts'
import type { AuthDependencies, Exchange } from '../auth-dependencies.ts'
import { replaceToken } from './sessions.queries.ts'

type Deps = Pick<AuthDependencies, 'config' | 'db'>

/**
 * The person has proved who they are in a session that goes on: it gets another cookie, and whoever has a copy of the old
 * one is out. A program that came with an access token has no cookie to lose, and must not end the browser's.
 */
export async function renewCookie({ config, db }: Deps, { request, reply }: Exchange) {
  if (!request.viewer || request.headers.authorization !== undefined) return
  const token = randomBytes(24).toString('base64url')
  await replaceToken(db, request.viewer.sessionId, token)
  reply.header('set-cookie', sessionCookie(config, signValue(token, config.secret)))
}
