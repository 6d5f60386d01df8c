import { plural, t } from '@lingui/core/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createStore } from '#web/browser/store.ts'
import { openTabChannel } from '#web/browser/tab-channel.ts'
import { DeletedError } from './offline-documents.ts'
import {
  findOfflineZine,
  isOfflineSupported,
  listOfflineZines,
  maxOfflineZines,
  type OfflineZine,
  offlineChannel,
} from './offline-zines.ts'
import { OfflineLimitError, type Progress, saveOfflineZine } from './save-offline-zine.ts'

const progressStore = createStore<ReadonlyMap<string, Progress>>(new Map())

function setProgress(id: string, progress: Progress | undefined) {
  const others = [...progressStore.read()].filter(([other]) => other !== id)
  progressStore.set(new Map(progress ? [...others, [id, progress]] : others))
}

export const useSaveProgress = (id: string) =>
  useSyncExternalStore(
    progressStore.subscribe,
    () => progressStore.read().get(id),
    () => undefined,
  )

/** Saves a zine for offline reading. Resolves with an error message if that failed. */
export async function saveForOffline(id: string): Promise<string | undefined> {
  if (progressStore.read().has(id)) return undefined
  setProgress(id, { done: 0, of: 0 })
  // Asks the browser not to evict saved zines.
  void navigator.storage?.persist?.().catch(() => undefined)
  try {
    const { missing } = await saveOfflineZine(id, (progress) => setProgress(id, progress))
    return missing > 0 ? missingPicturesMessage(missing) : undefined
  } catch (error) {
    return saveErrorMessage(error)
  } finally {
    setProgress(id, undefined)
  }
}

export const missingPicturesMessage = (missing: number) =>
  t`${plural(missing, {
    one: '# image could not be downloaded. Everything else is saved.',
    other: '# images could not be downloaded. Everything else is saved.',
  })}`

function saveErrorMessage(error: unknown) {
  if (error instanceof OfflineLimitError)
    return t`${plural(maxOfflineZines, {
      one: 'You have saved # zine for offline reading, the maximum. Remove one, then try again.',
      other: 'You have saved # zines for offline reading, the maximum. Remove one, then try again.',
    })}`
  if (error instanceof DeletedError) return t`This zine no longer exists.`
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return t`This browser has no space left. Remove a saved zine, then try again.`
  return t`The zine could not be saved for offline reading. Check your connection, then try again.`
}

export const useOfflineZine = (id: string) => useOfflineQuery(() => findOfflineZine(id), id)

export const useOfflineZines = () => useOfflineQuery<OfflineZine[] | null>(listOfflineZines, '')

function useOfflineQuery<Result>(read: () => Promise<Result>, key: string): Result | null | undefined {
  const [loaded, setLoaded] = useState<{ key: string; result: Result | null }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is new on every render, but `key` identifies it
  useEffect(() => {
    if (!isOfflineSupported()) return
    let isCancelled = false
    const load = () =>
      read().then(
        (result) => isCancelled || setLoaded({ key, result }),
        () => isCancelled || setLoaded({ key, result: null }),
      )
    const channel = openTabChannel(offlineChannel, () => void load())
    void load()
    return () => {
      isCancelled = true
      channel.close()
    }
  }, [key])
  return loaded?.key === key ? loaded.result : undefined
}
