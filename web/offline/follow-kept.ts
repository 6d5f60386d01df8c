import type { OpenZine } from '#contract/zines.ts'
import { readPageData } from '#web/page/page-data.tsx'
import { keepZine } from './keep-zine.ts'
import { askSite, OutOfReach, Withdrawn, zinePath } from './kept-documents.ts'
import { type KeptZine, listKept, markChecked, removeKept } from './kept-zines.ts'

/** A zine is asked about again after so long, in milliseconds; on one visit of any page at most so many are. */
const fresh = 60 * 60_000
const perVisit = 5

type Followed = { maxAge?: number; most?: number; onWithdrawn?: (zine: KeptZine) => void }

/**
 * Brings what is kept up to what the site has now, those that were asked about longest ago first, until the site is out of
 * reach: what its maker or the site has changed is kept anew, what is not there any more goes.
 */
export async function followKept({ maxAge = fresh, most = perVisit, onWithdrawn }: Followed = {}) {
  const old = (await listKept())
    .filter(({ checkedAt }) => checkedAt < Date.now() - maxAge)
    .sort((one, other) => one.checkedAt - other.checkedAt)
  for (const zine of old.slice(0, most)) {
    const end = await followZine(zine).catch((error: unknown) => error)
    if (end === 'withdrawn') onWithdrawn?.(zine)
    // Another time. Whatever else failed is about this one, and the others are asked about all the same.
    if (end instanceof OutOfReach) return
  }
}

async function followZine(kept: KeptZine) {
  const now = await askZine(kept.id)
  if (!now) {
    await removeKept(kept.id)
    return 'withdrawn'
  }
  // First, or one that can never be kept anew would be asked about before all others each time.
  await markChecked(kept.id)
  if (!isAsKept(kept, now)) await keepZine(kept.id)
}

async function askZine(id: string): Promise<OpenZine | undefined> {
  try {
    const { zine } = await (await askSite(zinePath(id))).json()
    return zine
  } catch (error) {
    if (error instanceof Withdrawn) return undefined
    throw error
  }
}

/** With the pages drawn by the site as this page is: a new one of the site draws them anew. */
const isAsKept = ({ version, missing, files }: KeptZine, now: OpenZine) =>
  version === now.version && missing === 0 && files.includes(readPageData(document).assets.script)
