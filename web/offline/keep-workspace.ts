import { readPageData } from '#web/page-data/page-data.tsx'
import { shellPaths, workspaceCache } from './cache-entries.ts'
import { downloadAll, loadedAssets, storeFile } from './download-files.ts'
import {
  DeletedError,
  fetchFresh,
  fetchShell,
  filesOf,
  type OfflineDocument,
  pageLanguage,
} from './offline-documents.ts'
import {
  findWorkspace,
  isUnsaved,
  type Opened,
  removeWorkspace,
  type Workspace,
  workspacePath,
} from './offline-workspace.ts'
import { deleteOthers, isOfflineSupported, notifyWorker, startWorker } from './offline-zines.ts'

/** Limits of the copies. The characters are those of all copies together. The newest one always stays. */
const maxCopies = 5
const maxCharacters = 10_000_000

/** How long until the pages are renewed, in milliseconds. Sooner after a new release of the site. */
const maxAgeMs = 86_400_000
const maxAgeOfOtherReleaseMs = 600_000

/** Saves the editor and the layout table for their member, with the text that was opened. One call at a time. */
export async function keepWorkspace(userId: string, opened?: Opened) {
  if (!isOfflineSupported()) return
  await navigator.locks.request('foldout:kept-workspace', async () => {
    try {
      await keep(userId, opened)
    } finally {
      // After a failure or a sign-out meanwhile, nothing may remain.
      if (!(await findWorkspace())) await removeWorkspace()
    }
  })
}

async function keep(userId: string, opened: Opened | undefined): Promise<void> {
  // Writes into the open cache, so that a sign-out meanwhile is final.
  const cache = await caches.open(workspaceCache)
  const stored: Workspace | undefined = await (await cache.match(workspacePath))?.json()
  if (stored?.userId === userId) {
    const workspace = await keepCopy(cache, stored, opened)
    if (isOutdated(workspace)) await renew(cache, workspace, await fetchShells(userId))
    else await storeLoadedAssets(cache)
    return
  }
  // The site confirms that this member is signed in.
  const shells = await fetchShells(userId)
  if (stored) {
    await removeWorkspace()
    return keep(userId, opened)
  }
  const added = { userId, script: '', renewedAt: 0, copies: [] }
  await writeWorkspace(cache, added)
  await renew(cache, await keepCopy(cache, added, opened), shells)
}

const checkedAssets = new Set<string>()

/** Parts of the page that loaded since the last call. The page works without those that fail. */
async function storeLoadedAssets(cache: Cache) {
  const added = loadedAssets().filter((path) => !checkedAssets.has(path))
  for (const path of added) checkedAssets.add(path)
  if (added.length === 0) return
  await downloadAll(added, (path) => storeFile(cache, path))
  await notifyWorker()
}

const fetchShells = (userId: string) => Promise.all(shellPaths.map((path) => fetchShell(path, userId)))

const isOutdated = ({ script, language, renewedAt }: Workspace) =>
  language !== pageLanguage() ||
  Date.now() - renewedAt > (script === readPageData(document).assets.script ? maxAgeMs : maxAgeOfOtherReleaseMs)

/** Replaces the pages and their files, and loads the other copies anew, which may be from an older release. */
async function renew(cache: Cache, workspace: Workspace, shells: OfflineDocument[]) {
  const files = shells.flatMap(({ document }) => filesOf(document))
  const failed = await downloadAll([...new Set(files)], (path) => storeFile(cache, path))
  if (failed.length > 0) throw failed[0]
  for (const shell of shells) await cache.put(shell.path, shell.toResponse())
  const copies = await renewCopies(cache, workspace)
  const script = shells[0] ? readPageData(shells[0].document).assets.script : ''
  if (script !== workspace.script) {
    const paths = [...files, ...shellPaths, ...copies.map(({ path }) => path), workspacePath]
    await deleteOthers(cache, new Set(paths))
    checkedAssets.clear()
  }
  await storeLoadedAssets(cache)
  await startWorker()
  await notifyWorker()
  // Last, so that an incomplete renewal is repeated.
  await writeWorkspace(cache, { ...workspace, script, language: pageLanguage(), renewedAt: Date.now(), copies })
}

async function renewCopies(cache: Cache, { copies }: Workspace) {
  const deleted = new Set<string>()
  for (const { path } of copies) {
    const copy = await fetchFresh(path, 'same-origin').catch((error: unknown) => error)
    if (copy instanceof Response) await cache.put(path, copy)
    if (!(copy instanceof DeletedError)) continue
    deleted.add(path)
    await cache.delete(path)
  }
  return copies.filter(({ path }) => !deleted.has(path))
}

/** Replaces the copy of a text and deletes the oldest copies. */
export async function keepCopy(cache: Cache, workspace: Workspace, opened: Opened | undefined): Promise<Workspace> {
  if (!opened) return workspace
  const { path, body } = opened
  const others = workspace.copies.filter((copy) => copy.path !== path)
  const text = JSON.stringify(body)
  // If there is no space, the last copy is deleted too, because it would be older than unsaved text.
  const isStored =
    body !== null &&
    (await cache.put(path, new Response(text)).then(
      () => true,
      () => false,
    ))
  const copies = withinLimits(isStored ? [{ path, characters: text.length }, ...others] : others, workspace.userId)
  for (const copy of [...workspace.copies, { path }])
    if (!copies.some((kept) => kept.path === copy.path)) await cache.delete(copy.path)
  const kept = { ...workspace, copies }
  await writeWorkspace(cache, kept)
  return kept
}

/** The newest copies, and those without which unsaved text could not be shown. */
function withinLimits(copies: Workspace['copies'], userId: string) {
  let [count, characters] = [0, 0]
  return copies.filter((copy) => {
    count += 1
    characters += copy.characters
    return count === 1 || (count <= maxCopies && characters <= maxCharacters) || isUnsaved(userId, copy.path)
  })
}

const writeWorkspace = (cache: Cache, workspace: Workspace) => cache.put(workspacePath, Response.json(workspace))
