import type { SavedText } from './project-text.ts'

/** What tabs of one browser tell each other about a project. */
export type ProjectMessage = { say: 'saved'; project: SavedText } | { say: 'deleted' }

/** Opens the line to the other tabs; in a browser that refuses it, a line on which nobody is. */
export function openChannel(projectId: string, onMessage: (message: ProjectMessage) => void) {
  try {
    const channel = new BroadcastChannel(`foldout:project:${projectId}`)
    channel.onmessage = ({ data }: MessageEvent<ProjectMessage>) => onMessage(data)
    return { post: (message: ProjectMessage) => channel.postMessage(message), close: () => channel.close() }
  } catch {
    return { post: () => undefined, close: () => undefined }
  }
}
