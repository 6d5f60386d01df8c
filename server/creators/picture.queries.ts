import { sql } from 'kysely'
import { imageAddress } from '#contract/media-address.ts'
import { ensureProfile } from '#server/auth/ensure-profile.ts'
import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { isMediaFree } from '#server/db/media-use.ts'

/**
 * Makes a picture the member's own, and promises the removal of the one before it unless something else shows it.
 * From here on the profile keeps its files, so the row it came with is not needed any more.
 */
export async function updateProfilePicture(tx: Tx, userId: string, picture: { id: string; hash: string }) {
  await ensureProfile(tx, userId, null)
  const before = await lockPicture(tx, userId)
  const address = imageAddress(picture.hash)
  await tx
    .updateTable('profiles')
    .set({ picture_url: address, updated_at: new Date() })
    .where('user_id', '=', userId)
    .execute()
  await forgetUpload(tx, userId, picture.id)
  if (before && before !== picture.hash) await enqueueJob(tx, 'remove-media-files', { hashes: [before] })
  return address
}

/** Two pictures at once come one after the other, and so does publishing, which takes media too. */
async function lockPicture(tx: Tx, userId: string) {
  const profile = await tx
    .selectFrom('profiles')
    .select('picture_url')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return /^\/media\/([0-9a-f]{32})-/.exec(profile?.picture_url ?? '')?.[1]
}

/** A zine of the same picture may have taken the row for one of its pages. */
const forgetUpload = (tx: Tx, userId: string, id: string) =>
  tx
    .deleteFrom('media')
    .where('id', '=', id)
    .where('owner_id', '=', userId)
    .where(sql<boolean>`${sql.raw(isMediaFree('media'))}`)
    .execute()
