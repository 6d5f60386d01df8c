import type pg from 'pg'
import { statement } from '#server/db/statement.ts'
import { notSignedIn, refuse } from '#server/http/errors.ts'
import type { SessionViewer } from '#server/http/viewer.ts'

const confirmedRecently = statement<{ recently: boolean }, [sessionId: string]>(
  'confirmed-recently',
  `select confirmed_at > now() - interval '15 minutes' as recently from sessions where id = $1`,
)

/** Refuses what only the person may do, and not whoever finds their screen open, unless they proved it lately. */
export async function requireRecentConfirmation(pool: pg.Pool, { sessionId }: SessionViewer) {
  const [session] = await confirmedRecently(pool, sessionId)
  if (!session) throw notSignedIn()
  if (!session.recently)
    throw refuse('confirmation_needed', 'You signed in a while ago. Please enter your password again.')
}
