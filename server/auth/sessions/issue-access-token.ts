import { notSignedIn } from '#server/http/errors.ts'
import type { SessionViewer } from '#server/http/viewer.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import type { Auth } from '../better-auth/auth.ts'
import { tokenLifetime } from '../better-auth/plugins.ts'
import { findSessionUser } from './sessions.queries.ts'

/** The session as the product's clients know it: an access token, when it expires, and whose it is. */
export async function readSession({ auth, pool }: AuthDependencies, viewer: SessionViewer) {
  const user = await findSessionUser(pool, viewer.id)
  if (!user) throw notSignedIn()
  const { token, expiresAt } = await issueAccessToken(auth, viewer)
  return {
    access_token: token,
    token_type: 'bearer' as const,
    expires_in: tokenLifetime,
    expires_at: expiresAt,
    user,
  }
}

/** The session is named in the token, so that it ends with it. */
export async function issueAccessToken(auth: Auth, viewer: SessionViewer) {
  const iat = Math.floor(Date.now() / 1000)
  const payload = { sub: viewer.id, sid: viewer.sessionId, iat }
  const { token } = await auth.api.signJWT({ body: { payload } })
  return { token, expiresAt: iat + tokenLifetime }
}
