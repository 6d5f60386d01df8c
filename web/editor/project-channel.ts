import type { SavedText } from './project-text.ts'

/** What tabs of one browser tell each other about a project. */
export type Word = { say: 'saved'; project: SavedText } | { say: 'deleted' }

/** Opens the line to the other tabs; in a browser that refuses it, a line on which nobody is. */
export function openChannel(projectId: string, heard: (word: Word) => void) {
  try {
    const channel = new BroadcastChannel(`foldout:project:${projectId}`)
    channel.onmessage = ({ data }: MessageEvent<Word>) => heard(data)
    return { say: (word: Word) => channel.postMessage(word), close: () => channel.close() }
  } catch {
    return { say: () => undefined, close: () => undefined }
  }
}
