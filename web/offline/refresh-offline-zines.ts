import type { FullZine } from '#contract/zines.ts'
import { readPageData } from '#web/page-data/page-data.tsx'
import { DeletedError, fetchAsGuest, pageLanguage, UnreachableError, zinePath } from './offline-documents.ts'
import { listOfflineZines, markChecked, type OfflineZine, removeOfflineZine } from './offline-zines.ts'
import { saveOfflineZine } from './save-offline-zine.ts'

/** How long until a saved zine is checked again, in milliseconds, and the most checks per visit. */
const defaultMaxAgeMs = 60 * 60_000
const maxChecksPerVisit = 5

type RefreshOptions = { maxAgeMs?: number; maxChecks?: number; onDeleted?: (zine: OfflineZine) => void }

/** Updates saved zines, least recently checked first, until the site is unreachable. Removes deleted ones. */
export async function refreshOfflineZines({
  maxAgeMs = defaultMaxAgeMs,
  maxChecks = maxChecksPerVisit,
  onDeleted,
}: RefreshOptions = {}) {
  const outdated = (await listOfflineZines())
    .filter(({ checkedAt }) => checkedAt < Date.now() - maxAgeMs)
    .sort((one, other) => one.checkedAt - other.checkedAt)
  for (const zine of outdated.slice(0, maxChecks)) {
    const outcome = await refreshOfflineZine(zine).catch((error: unknown) => error)
    if (outcome === 'withdrawn') onDeleted?.(zine)
    if (outcome instanceof UnreachableError) return
  }
}

async function refreshOfflineZine(stored: OfflineZine) {
  const current = await fetchZine(stored.id)
  if (!current) {
    await removeOfflineZine(stored.id)
    return 'withdrawn'
  }
  // Marked first, so that a zine whose update always fails does not block the others.
  await markChecked(stored.id)
  if (!isUpToDate(stored, current)) await saveOfflineZine(stored.id)
}

async function fetchZine(id: string): Promise<FullZine | undefined> {
  try {
    const { zine } = await (await fetchAsGuest(zinePath(id))).json()
    return zine
  } catch (error) {
    if (error instanceof DeletedError) return undefined
    throw error
  }
}

/** Also compares the site's files, because a new release may render the pages differently, and the language. */
const isUpToDate = (stored: OfflineZine, current: FullZine) =>
  stored.version === current.version &&
  stored.missing === 0 &&
  stored.pageLanguage === pageLanguage() &&
  stored.files.includes(readPageData(document).assets.script)
