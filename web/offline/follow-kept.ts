import type { OpenZine } from '#contract/zines.ts'
import { readPageData } from '#web/page/page-data.tsx'
import { keepZine } from './keep-zine.ts'
import { askSite, OutOfReach, Withdrawn, zinePath } from './kept-documents.ts'
import { type KeptZine, listKept, markChecked, removeKept } from './kept-zines.ts'

/** How long until a saved zine is checked again, in milliseconds, and the most checks per visit. */
const fresh = 60 * 60_000
const perVisit = 5

type Followed = { maxAge?: number; most?: number; onWithdrawn?: (zine: KeptZine) => void }

/** Updates saved zines, least recently checked first, until the site is unreachable. Removes deleted ones. */
export async function followKept({ maxAge = fresh, most = perVisit, onWithdrawn }: Followed = {}) {
  const old = (await listKept())
    .filter(({ checkedAt }) => checkedAt < Date.now() - maxAge)
    .sort((one, other) => one.checkedAt - other.checkedAt)
  for (const zine of old.slice(0, most)) {
    const end = await followZine(zine).catch((error: unknown) => error)
    if (end === 'withdrawn') onWithdrawn?.(zine)
    if (end instanceof OutOfReach) return
  }
}

async function followZine(kept: KeptZine) {
  const now = await askZine(kept.id)
  if (!now) {
    await removeKept(kept.id)
    return 'withdrawn'
  }
  // Marked first, so that a zine whose update always fails does not block the others.
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

/** Also compares the site's files, because a new release may render the pages differently. */
const isAsKept = ({ version, missing, files }: KeptZine, now: OpenZine) =>
  version === now.version && missing === 0 && files.includes(readPageData(document).assets.script)
