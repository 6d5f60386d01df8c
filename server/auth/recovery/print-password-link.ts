import type { Tx } from '#server/db/connection.ts'
import { createMailLink, dropMailLinks, passwordLink } from '../account-mail/mail-links.queries.ts'

type Printing = { userId: string; publicUrl: string }

/**
 * Makes a link to a new password that an operator hands over. It replaces the one that was printed before. Undefined for an
 * account that is being removed.
 */
export async function printPasswordLink(tx: Tx, { userId, publicUrl }: Printing) {
  const user = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('deleting_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user) return undefined
  await dropMailLinks(tx, userId, ['printed'])
  const { token, expiresAt } = await createMailLink(tx, { purpose: 'printed', userId, email: user.email })
  return { link: passwordLink(publicUrl, token), expiresAt }
}
