import { whenIdle } from '#web/ui/busy-clicks.ts'
import { findWorkspace, type Opened } from './offline-workspace.ts'

/** Saves the workspace for offline use after more urgent work. The page works without it. */
export async function keepWhenIdle(userId: string, opened?: Opened) {
  await whenIdle()
  try {
    const { keepWorkspace } = await import('./keep-workspace.ts')
    await keepWorkspace(userId, opened)
  } catch {
    // The connection was lost, or the browser refuses storage. The next opened page tries again.
  }
}

/** Deletes the copy of a project or draft that no longer exists. */
export async function forgetCopy(userId: string, path: string) {
  const workspace = await findWorkspace().catch(() => undefined)
  if (workspace) await keepWhenIdle(userId, { path, body: null })
}
