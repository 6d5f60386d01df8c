import { createHmac } from 'node:crypto'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { hashOf } from './mail-links.queries.ts'

/**
 * The link by which whoever was told of a decision answers it, signed in or not. Made when the mail is sent, and the same
 * each time it is tried, so that the links of two copies both work; kept is its hash.
 */
export async function replyLink(
  db: Db,
  { publicUrl, secret }: Pick<Config, 'publicUrl' | 'secret'>,
  id: string,
) {
  const token = createHmac('sha256', secret).update(`reply to decision ${id}`).digest('base64url')
  await db
    .updateTable('decisions')
    .set({ token_hash: hashOf(token) })
    .where('id', '=', id)
    .execute()
  // Behind the # it stays in the browser: no server, proxy or log sees it.
  return { token, address: `${publicUrl}/reply#token=${token}` }
}
