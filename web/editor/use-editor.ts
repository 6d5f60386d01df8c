import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Project } from '#contract/projects.ts'
import { refreshPaths } from '#web/api.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { type EditorSession, startEditor } from './editor-session.ts'
import type { EditorState, Save } from './editor-state.ts'
import { projectPath, projectsPath, versionsPath } from './project-path.ts'
import { sendSave } from './send-save.ts'

/** The editor at work on a project as it was when this was first drawn; undefined until it is ready. */
export function useEditor(project: Project, userId: string): EditorSession | undefined {
  const queries = useQueryClient()
  const [session, setSession] = useState<EditorSession>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the project becomes later reaches the session as news
  useEffect(() => {
    const send = (save: Save) => saveProject(queries, { userId, projectId: project.id }, save)
    const starting = startEditor({ userId, projectId: project.id, project, send })
    void starting.then((started) => {
      setSession(started)
      if (started.isRecovered) {
        showToast({ title: 'Your unsaved words are back', description: 'They were kept in this browser.' })
      }
    })
    return () => {
      setSession(undefined)
      void starting.then((started) => started.close())
    }
  }, [project.id, userId, queries])
  return session
}

type Whose = { userId: string; projectId: string }

/** Saves, and shows what was saved wherever the project is read. */
async function saveProject(queries: QueryClient, { userId, projectId }: Whose, save: Save) {
  const answer = await sendSave(projectId, save)
  if (answer.kind === 'saved') {
    queries.setQueryData([projectPath(projectId)], { project: answer.project })
    void refreshPaths(queries, projectsPath(userId), versionsPath(projectId))
  }
  return answer
}

/** A part of what the editor knows. What is selected must be the same thing as long as it says the same. */
export const useEditorState = <Part>(session: EditorSession, select: (state: EditorState) => Part) =>
  useSyncExternalStore(session.subscribe, () => select(session.read()))
