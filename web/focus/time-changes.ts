import type { QueryClient } from '@tanstack/react-query'
import { openTabChannel, tellTabs } from '#web/browser/tab-channel.ts'
import { refreshTime } from './write-time.ts'

type TimeChange = { userId: string; projectId: string }

const channelName = 'foldout:focus-time'
const hearing = new WeakSet<QueryClient>()

/** Tells the other tabs that a session of a project was corrected or removed. */
export const announceTime = (change: TimeChange) => tellTabs(channelName, change)

/**
 * Keeps what this tab shows up with the other tabs. For as long as the page lives: what it has read stays cached when
 * the workspace is left.
 */
export function hearTime(queries: QueryClient) {
  if (hearing.has(queries)) return
  hearing.add(queries)
  openTabChannel<TimeChange>(channelName, (change) => void refreshTime(queries, change))
}
