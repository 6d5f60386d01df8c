import { openTabChannel } from '#web/browser/tab-channel.ts'
import type { SavedText } from '../model/project-text.ts'

/** What tabs of one browser tell each other about a project. */
export type ProjectMessage = { say: 'saved'; project: SavedText } | { say: 'deleted' }

export const openProjectChannel = (projectId: string, heard?: (message: ProjectMessage) => void) =>
  openTabChannel<ProjectMessage>(`foldout:project:${projectId}`, heard)
