import type { QueryClient } from '@tanstack/react-query'
import { refreshTime } from './write-time.ts'

type TimeChange = { userId: string; projectId: string }

const channelName = 'foldout:focus-time'
const hearing = new WeakSet<QueryClient>()

/** Tells the other tabs that a session of a project was corrected or removed. */
export function announceTime(change: TimeChange) {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(change)
  channel.close()
}

/**
 * Keeps what this tab shows up with the other tabs. For as long as the page lives: what it has read stays cached when
 * the workspace is left.
 */
export function hearTime(queries: QueryClient) {
  if (hearing.has(queries)) return
  hearing.add(queries)
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<TimeChange>) => void refreshTime(queries, data)
}
