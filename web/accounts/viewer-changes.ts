import type { QueryClient } from '@tanstack/react-query'
import { viewerIn, viewerPath, viewerQuery } from '#web/accounts/viewer.ts'
import { openTabChannel, tellTabs } from '#web/browser/tab-channel.ts'

const channelName = 'foldout:viewer'

/** Tells the other tabs that somebody signed in or out. */
export const announceViewerChange = () => tellTabs(channelName, 'changed')

/** Calls back when another tab signs in or out; returns how to stop. */
export const hearViewerChanges = (changed: () => void) => openTabChannel(channelName, changed).close

/** Asks who is signed in by now, and reads everything again as that person. */
export async function followViewer(queries: QueryClient) {
  const before = viewerIn(queries)?.id
  await queries.invalidateQueries(viewerQuery)
  if (viewerIn(queries)?.id === before) return
  forgetPrivateReads(queries)
}

/** Drops what is not on the screen, and reads again what is. */
export function forgetPrivateReads(queries: QueryClient) {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== viewerPath
  queries.removeQueries({ predicate, type: 'inactive' })
  void queries.invalidateQueries({ predicate })
}
