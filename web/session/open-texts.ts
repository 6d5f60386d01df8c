import { broadcastToTabs, openTabChannel } from '#web/browser/tab-channel.ts'
import type { Saved } from './text-rules.ts'

type OpenText = {
  userId: string
  isOnlyInMemory: () => boolean
  flush: () => Promise<void>
  discard: () => void
}

const openTexts = new Set<OpenText>()
const discardChannelName = (userId: string) => `foldout:drafts-dropped:${userId}`

export function registerOpenText(text: OpenText) {
  const { close } = openTabChannel(discardChannelName(text.userId), text.discard)
  openTexts.add(text)
  return () => {
    close()
    openTexts.delete(text)
  }
}

export const listTextsOnlyInMemory = (userId: string) =>
  [...openTexts].filter((text) => text.userId === userId && text.isOnlyInMemory())

export const flushTextsOnlyInMemory = (userId: string) =>
  Promise.all(listTextsOnlyInMemory(userId).map((text) => text.flush()))

export function discardOpenTexts(userId: string) {
  for (const text of [...openTexts]) if (text.userId === userId) text.discard()
  broadcastToTabs(discardChannelName(userId), 'dropped')
}

export type TextMessage<Text> = { say: 'saved'; saved: Saved<Text> } | { say: 'deleted' }
