import { imageWidths } from '#contract/media-address.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { isHashUsed, lockHash, mayRemoveFiles } from './media.queries.ts'
import { type MediaStorage, printEnding } from './storage/storage.ts'

/** In seconds. A backup of a large library takes minutes. */
const backupsTake = 60

/** Removes the files of a hash unless something shows them, or later if a backup is copying; doing it again is fine. */
export async function removeUnusedFiles({ db, storage }: { db: Db; storage: MediaStorage }, hash: string) {
  await db.transaction().execute(async (tx) => {
    await lockHash(tx, hash)
    if (await isHashUsed(tx, hash)) return
    if (!(await mayRemoveFiles(tx))) return removeLater(tx, hash)
    await Promise.all(endings.map((ending) => storage.remove(hash + ending)))
  })
}

const removeLater = (tx: Tx, hash: string) =>
  enqueueJob(
    tx,
    'remove-media-files',
    { hashes: [hash] },
    { afterSeconds: backupsTake, key: `remove ${hash}` },
  )

const endings = [...imageWidths.map((width) => `-${width}.webp`), printEnding, '.mp4', '.webm']
