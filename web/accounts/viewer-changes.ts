const channelName = 'foldout:viewer'

/** Tells the other tabs that somebody signed in or out. */
export function announceViewerChange() {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage('changed')
  channel.close()
}

/** Calls back when another tab signs in or out; returns how to stop. */
export function hearViewerChanges(changed: () => void) {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = changed
  return () => channel.close()
}
