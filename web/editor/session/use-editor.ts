import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Project } from '#contract/projects.ts'
import { refreshPaths } from '#web/api/cached.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import type { EditorState, Save } from '../model/editor-state.ts'
import { versionsQuery } from '../project-version-calls.ts'
import type { EditorSession } from './editor-session.ts'
import { sendSave } from './send-save.ts'
import { startEditor } from './start-editor.ts'

/** What the canvas and everything around it work with. */
export type EditorProps = {
  session: EditorSession
  projectId: string
  userId: string
  onSaved: (project: Project) => void
  onDeleted: () => void
}

type Whose = {
  userId: string
  /** Shows a project as it was saved wherever it is read. */
  onSaved: (project: Project) => void
}

/** The editor at work on a project as it was when this was first drawn; undefined until it is ready. */
export function useEditor(project: Project, { userId, onSaved }: Whose): EditorSession | undefined {
  const queries = useQueryClient()
  const [session, setSession] = useState<EditorSession>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the project becomes later reaches the session as news
  useEffect(() => {
    const send = async (save: Save) => {
      const answer = await sendSave({ userId, projectId: project.id }, save)
      if (answer.kind === 'saved') {
        onSaved(answer.project)
        void refreshPaths(queries, versionsQuery(project.id).queryKey[0])
      }
      return answer
    }
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

/** A part of what the editor knows. What is selected must be the same thing as long as it says the same. */
export const useEditorState = <Part>(session: EditorSession, select: (state: EditorState) => Part) =>
  useSyncExternalStore(session.subscribe, () => select(session.read()))
