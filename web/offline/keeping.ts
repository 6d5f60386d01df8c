import { useEffect, useState, useSyncExternalStore } from 'react'
import { createStore } from '#web/browser/store.ts'
import { openTabChannel } from '#web/browser/tab-channel.ts'
import { keepZine, NoRoom, type Progress } from './keep-zine.ts'
import { Withdrawn } from './kept-documents.ts'
import { canKeep, findKept, type KeptZine, keptChannel, listKept, mostKept } from './kept-zines.ts'

const underWay = createStore<ReadonlyMap<string, Progress>>(new Map())

function tell(id: string, progress: Progress | undefined) {
  const others = [...underWay.read()].filter(([other]) => other !== id)
  underWay.set(new Map(progress ? [...others, [id, progress]] : others))
}

export const useProgress = (id: string) =>
  useSyncExternalStore(
    underWay.subscribe,
    () => underWay.read().get(id),
    () => undefined,
  )

/** Saves a zine for offline reading. Resolves with an error message if that failed. */
export async function keepNow(id: string): Promise<string | undefined> {
  if (underWay.read().has(id)) return undefined
  tell(id, { done: 0, of: 0 })
  // Asks the browser not to evict saved zines.
  void navigator.storage?.persist?.().catch(() => undefined)
  try {
    const { missing } = await keepZine(id, (progress) => tell(id, progress))
    return missing > 0 ? missingWords(missing) : undefined
  } catch (error) {
    return whyNot(error)
  } finally {
    tell(id, undefined)
  }
}

export const missingWords = (missing: number) =>
  missing === 1
    ? '1 picture could not be downloaded. Everything else is saved.'
    : `${missing} pictures could not be downloaded. Everything else is saved.`

function whyNot(error: unknown) {
  if (error instanceof NoRoom)
    return `You have saved ${mostKept} zines for offline, the maximum. Remove one, then try again.`
  if (error instanceof Withdrawn) return 'This zine no longer exists.'
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return 'This browser has no space left. Remove a saved zine, then try again.'
  return 'The zine could not be saved for offline. Check the connection, then try again.'
}

export const useKeptZine = (id: string) => useKept(() => findKept(id), id)

export const useKeptZines = () => useKept<KeptZine[] | null>(listKept, '')

function useKept<Kept>(read: () => Promise<Kept>, key: string): Kept | null | undefined {
  const [kept, setKept] = useState<{ key: string; found: Kept | null }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is new on every render, but `key` identifies it
  useEffect(() => {
    if (!canKeep()) return
    let isGone = false
    const look = () =>
      read().then(
        (found) => isGone || setKept({ key, found }),
        () => isGone || setKept({ key, found: null }),
      )
    const channel = openTabChannel(keptChannel, () => void look())
    void look()
    return () => {
      isGone = true
      channel.close()
    }
  }, [key])
  return kept?.key === key ? kept.found : undefined
}
