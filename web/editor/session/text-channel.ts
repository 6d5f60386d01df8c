import { openTabChannel } from '#web/browser/tab-channel.ts'
import type { Saved } from '../model/text-rules.ts'

/** What tabs of one browser tell each other about a text. */
export type TextMessage<Text> = { say: 'saved'; saved: Saved<Text> } | { say: 'deleted' }

export const openTextChannel = <Text>(name: string, heard?: (message: TextMessage<Text>) => void) =>
  openTabChannel<TextMessage<Text>>(name, heard)

export const projectName = (projectId: string) => `foldout:project:${projectId}`
