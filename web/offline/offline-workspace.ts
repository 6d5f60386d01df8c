import { workspaceCache } from './cache-entries.ts'
import { deleteUnusedFiles, notifyWorker, withOfflineLock } from './offline-zines.ts'

/** The record of what is saved of a member's workspace. Written first, so that its owner is always known. */
export type Workspace = {
  userId: string
  /** The main script of the release that the pages are from. */
  script: string
  renewedAt: number
  /** The last opened texts, newest first, by their address in the API. */
  copies: { path: string; characters: number }[]
}

export const workspacePath = '/kept-workspace.json'

/** A response that a workspace page has shown. Null if its project or draft was deleted. */
export type Opened = { path: string; body: object | null }

/** Undefined in browsers that refuse storage. */
export const findWorkspace = async () =>
  (await hasWorkspace()) ? readWorkspace(await caches.open(workspaceCache)) : undefined

export async function readWorkspace(cache: Cache): Promise<Workspace | undefined> {
  const record = await cache.match(workspacePath)
  return record?.json()
}

/** What this browser last saw at an address of the API, if this member saw it. */
export async function findCopy(userId: string, path: string): Promise<unknown> {
  if ((await findWorkspace())?.userId !== userId) return undefined
  const copy = await caches.match(path, { cacheName: workspaceCache })
  return copy?.json()
}

/** Keeps the workspace of this member. Undefined for guests, who have none. */
export async function removeWorkspaceOfOthers(userId: string | undefined) {
  if (!(await hasWorkspace())) return
  const workspace = await findWorkspace()
  // Without a record, it is being saved.
  if (userId !== undefined && (!workspace || workspace.userId === userId)) return
  await removeWorkspace()
}

export async function removeWorkspace() {
  await caches.delete(workspaceCache)
  await notifyWorker()
  // A zine may be downloading.
  void withOfflineLock(deleteUnusedFiles).catch(() => undefined)
}

const hasWorkspace = async () => 'caches' in globalThis && caches.has(workspaceCache).catch(() => false)
