import { refuse } from '#server/http/errors.ts'
import { noteEvent } from '#server/http/security-events.ts'
import { viewerOf } from '#server/http/viewer.ts'
import type { AuthDependencies, Exchange } from '../auth-dependencies.ts'
import { checkOwnCode } from '../factors/check-own-code.ts'
import { isFactorOn } from '../factors/factors.queries.ts'
import { checkOwnPassword } from '../passwords/passwords.ts'
import { renewCookie } from './renew-cookie.ts'
import { noteConfirmation } from './sessions.queries.ts'

type Proof = { password: string; code?: string | undefined }

/** The person proves who they are in a session that goes on, with all that a sign-in would ask for. */
export async function confirmAgain(deps: AuthDependencies, exchange: Exchange, { password, code }: Proof) {
  const viewer = viewerOf(exchange.request)
  noteEvent(exchange.request, { event: 'confirm', factor: code ? 'password and code' : 'password' })
  await checkOwnPassword(deps, viewer.id, password)
  if (await isFactorOn(deps.db, viewer.id)) {
    if (code === undefined) throw codeMissing()
    await checkOwnCode(deps, exchange, code)
  }
  await noteConfirmation(deps.db, viewer.sessionId)
  await renewCookie(deps, exchange)
}

const codeMissing = () => refuse('wrong_code', 'Please enter a code of your authenticator app as well.')
