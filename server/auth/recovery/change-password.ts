import type { SessionViewer } from '#server/http/viewer.ts'
import { mailAccount } from '../account-mail/account-mail.ts'
import { dropMailLinks, passwordPurposes } from '../account-mail/mail-links.queries.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { isFactorOn } from '../factors/factors.queries.ts'
import { checkNewPassword, checkOwnPassword, hashPassword, setPassword } from '../passwords/passwords.ts'
import { requireRecentConfirmation } from '../sessions/recent-confirmation.ts'
import { endSessions, noteConfirmation } from '../sessions/sessions.queries.ts'
import { findUser } from '../user.queries.ts'
import { unlockFactor } from './recovery.queries.ts'

type Change = { currentPassword: string; newPassword: string }

/**
 * Sets a new password with the current one, which is not enough where a second factor is on. Whoever knew the old one is
 * out: every other session ends.
 */
export async function changePassword(deps: AuthDependencies, viewer: SessionViewer, change: Change) {
  const { id, sessionId } = viewer
  const isProtected = await isFactorOn(deps.db, id)
  if (isProtected) await requireRecentConfirmation(deps.pool, viewer)
  await checkOwnPassword(deps, id, change.currentPassword)
  await checkNewPassword(change.newPassword, await findUser(deps.db, id))
  const hash = await hashPassword(change.newPassword)
  await deps.db.transaction().execute(async (tx) => {
    await setPassword(tx, id, hash)
    await unlockFactor(tx, id)
    await endSessions(tx, id, sessionId)
    await dropMailLinks(tx, id, passwordPurposes)
    if (!isProtected) await noteConfirmation(tx, sessionId)
    await mailAccount(tx, { kind: 'password-changed', userId: id, at: new Date() })
  })
}
