import { notFound, refuse } from '#server/http/errors.ts'
import type { SessionViewer } from '#server/http/viewer.ts'
import type { AuthDependencies } from '../auth-dependencies.ts'
import { requireRecentConfirmation } from '../sessions/recent-confirmation.ts'
import { dropPending } from '../sessions/sessions.queries.ts'
import * as identities from './identities.queries.ts'

/** Unlinks a provider, unless that would leave no way in. */
export async function unlinkIdentity({ db, pool }: AuthDependencies, viewer: SessionViewer, id: string) {
  await requireRecentConfirmation(pool, viewer)
  const outcome = await db.transaction().execute((tx) => identities.unlinkIdentity(tx, viewer.id, id))
  if (outcome === 'absent') throw notFound('identity')
  if (outcome === 'last')
    throw refuse('last_way_in', 'This is your only way in. Set a password or link another one first.')
  await dropPending(db, viewer.id)
}
