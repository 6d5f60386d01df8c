/** Opens a broadcast channel to this browser's other tabs. Does nothing where browsers refuse channels. */
export function openTabChannel<Message>(name: string, heard?: (message: Message) => void) {
  const channel = opened(name)
  if (channel && heard) channel.onmessage = ({ data }: MessageEvent<Message>) => heard(data)
  return {
    tell: (message: Message) => channel?.postMessage(message),
    close: () => channel?.close(),
  }
}

export function tellTabs<Message>(name: string, message: Message) {
  const channel = openTabChannel<Message>(name)
  channel.tell(message)
  channel.close()
}

function opened(name: string) {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
