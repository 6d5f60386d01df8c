/** Opens a broadcast channel to this browser's other tabs. Does nothing where browsers refuse channels. */
export function openTabChannel<Message>(name: string, onMessage?: (message: Message) => void) {
  const channel = openChannel(name)
  if (channel && onMessage) channel.onmessage = ({ data }: MessageEvent<Message>) => onMessage(data)
  return {
    send: (message: Message) => channel?.postMessage(message),
    close: () => channel?.close(),
  }
}

export function broadcastToTabs<Message>(name: string, message: Message) {
  const channel = openTabChannel<Message>(name)
  channel.send(message)
  channel.close()
}

function openChannel(name: string) {
  try {
    return new BroadcastChannel(name)
  } catch {
    return undefined
  }
}
