import { imageWidths } from '#contract/media-address.ts'
import type { Db } from '#server/db/connection.ts'
import { isHashUsed, lockHash } from './media.queries.ts'
import { type MediaStorage, printEnding } from './storage/storage.ts'

/** Removes the files of a hash unless something shows them; doing it again is fine. */
export async function removeUnusedFiles({ db, storage }: { db: Db; storage: MediaStorage }, hash: string) {
  await db.transaction().execute(async (tx) => {
    await lockHash(tx, hash)
    if (await isHashUsed(tx, hash)) return
    await Promise.all(endings.map((ending) => storage.remove(hash + ending)))
  })
}

const endings = [...imageWidths.map((width) => `-${width}.webp`), printEnding, '.mp4', '.webm']
