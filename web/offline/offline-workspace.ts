import { listStoredKeys } from '#web/browser/local-storage.ts'
import { memberSubkey } from '#web/browser/storage-keys.ts'
import { workspaceCache } from './cache-entries.ts'
import { deleteUnusedFiles, notifyWorker, withOfflineLock } from './offline-zines.ts'

/** The record of what is saved of a member's workspace. Written first, so that its owner is always known. */
export type Workspace = {
  userId: string
  /** The main script of the release that the pages are from. */
  script: string
  /** Of the pages. Missing before 1.2. */
  language?: string
  renewedAt: number
  /** The last opened texts, newest first, by their address in the API. */
  copies: { path: string; characters: number }[]
}

export const workspacePath = '/kept-workspace.json'

/** A response that a workspace page has shown. Null if its project or draft was deleted. */
export type Opened = { path: string; body: object | null }

export async function findWorkspace(): Promise<Workspace | undefined> {
  const record = await caches.match(workspacePath, { cacheName: workspaceCache })
  return record?.json()
}

/** What this browser last saw at an address of the API, if this member saw it. */
export async function findCopy(userId: string, path: string): Promise<unknown> {
  if ((await findWorkspace())?.userId !== userId) return undefined
  const copy = await caches.match(path, { cacheName: workspaceCache })
  return copy?.json()
}

/** Whether this browser has unsaved changes of the project or draft at an address of the API. */
export const isUnsaved = (userId: string, path: string) =>
  (['draft', 'layout'] as const).some(
    (entry) => listStoredKeys(memberSubkey(userId, entry, path.split('/').at(-1) ?? '', '')).length > 0,
  )

/** Keeps the workspace of this member. Undefined for guests, who have none. */
export async function removeWorkspaceOfOthers(userId: string | undefined) {
  if (!('caches' in globalThis) || !(await caches.has(workspaceCache).catch(() => false))) return
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
