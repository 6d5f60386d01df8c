import { openTabChannel, tellTabs } from '#web/browser/tab-channel.ts'
import type { Saved } from '../model/text-rules.ts'

type OpenText = {
  userId: string
  isOnlyHere: () => boolean
  trySave: () => Promise<void>
  drop: () => void
}

const open = new Set<OpenText>()
const droppedName = (userId: string) => `foldout:drafts-dropped:${userId}`

export function noteOpenText(text: OpenText) {
  const { close } = openTabChannel(droppedName(text.userId), text.drop)
  open.add(text)
  return () => {
    close()
    open.delete(text)
  }
}

export const textsOnlyHere = (userId: string) =>
  [...open].filter((text) => text.userId === userId && text.isOnlyHere())

export const saveTextsOnlyHere = (userId: string) =>
  Promise.all(textsOnlyHere(userId).map((text) => text.trySave()))

export function dropOpenTexts(userId: string) {
  for (const text of [...open]) if (text.userId === userId) text.drop()
  tellTabs(droppedName(userId), 'dropped')
}

export type TextMessage<Text> = { say: 'saved'; saved: Saved<Text> } | { say: 'deleted' }

export const projectName = (projectId: string) => `foldout:project:${projectId}`
