import { listStoredKeys, readStored } from '#web/browser/local-storage.ts'
import { memberSubkey } from '#web/browser/storage-keys.ts'

/** One entry per draft or zine. */
export const madePagesKey = (userId: string, zineId: string) => memberSubkey(userId, 'made', zineId)

/** Also counts pages that a newer version of Foldout stored. */
export const countStoredPages = (userId: string) =>
  listStoredKeys(madePagesKey(userId, '')).reduce((total, key) => total + listStoredPages(key).length, 0)

export function listStoredPages(key: string): unknown[] {
  const stored = readStored(key)
  return Array.isArray(stored) ? stored : []
}
