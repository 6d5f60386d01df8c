import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ProjectVersion } from '#contract/project-versions.ts'
import type { Project } from '#contract/projects.ts'
import { refreshPaths } from '#web/api/writes.ts'
import { forget } from '#web/browser/local-storage.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import type { Draft, EditorState, KeptDraft, Outcome } from '../model/editor-state.ts'
import { initialStep, isDone } from '../model/initial-step.ts'
import { type ProjectText, projectRules, type SavedText } from '../model/project-text.ts'
import { fingerprint, type Save, type Titled } from '../model/text-rules.ts'
import { listProjectVersions, readProjectVersion, versionsQuery } from '../project-version-calls.ts'
import { EditorSession, now } from './editor-session.ts'
import { projectDrafts } from './kept-drafts.ts'
import { sendSave } from './send-save.ts'
import { projectName } from './text-channel.ts'

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
    const send = async (save: Save<ProjectText>) => {
      const answer = await sendSave({ userId, projectId: project.id }, save)
      if (answer.kind === 'saved') {
        onSaved(answer.saved)
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
export const useEditorState = <Text extends Titled, Part>(
  session: EditorSession<Text>,
  select: (state: EditorState<Text>) => Part,
) => useSyncExternalStore(session.subscribe, () => select(session.read()))

type Opening = {
  userId: string
  projectId: string
  project: SavedText
  send: (save: Save<ProjectText>) => Promise<Outcome>
}

/** Opens the editor on a project, with the newest draft that a tab which is gone has left in this browser. */
export async function startEditor({ userId, projectId, project, send }: Opening) {
  const drafts = projectDrafts(userId, projectId)
  for (const saved of await savedSince(await drafts.abandoned(), projectId, project)) forget(saved)
  const abandoned = await drafts.abandoned()
  const opened = initialStep({
    rules: projectRules,
    saved: project,
    drafts: abandoned,
    isOnline: navigator.onLine,
    at: now(),
  })
  return new EditorSession({ name: projectName(projectId), drafts, opened, send })
}

/** How long, in milliseconds, the editor waits for this before it opens with the choice. */
const patience = 5_000

/**
 * The keys of drafts whose text was saved after all, by a page that was about to go, and has been written on since:
 * it is among the versions. When the server cannot be asked, none is.
 */
async function savedSince(drafts: KeptDraft[], projectId: string, project: SavedText) {
  const inQuestion = drafts.filter(({ draft }) => isInQuestion(draft, project))
  if (inQuestion.length === 0) return []
  const signal = AbortSignal.timeout(patience)
  try {
    const { versions } = await listProjectVersions({ params: { id: projectId }, signal })
    const read = async ({ version }: ProjectVersion) =>
      (await readProjectVersion({ params: { id: projectId, version }, signal })).version
    const saved = await Promise.all(inQuestion.map(({ draft }) => wasSaved(draft, versions, read)))
    return inQuestion.filter((_, index) => saved[index]).map(({ key }) => key)
  } catch {
    return []
  }
}

const isInQuestion = (draft: Draft, project: SavedText) =>
  !draft.isAside &&
  draft.version < project.version &&
  !draft.sent.includes(fingerprint(projectRules, project)) &&
  !isDone(projectRules, draft, project)

async function wasSaved(
  draft: Draft,
  versions: ProjectVersion[],
  read: (version: ProjectVersion) => Promise<ProjectText>,
) {
  const { length } = [...draft.notes]
  for (const each of versions) {
    const isLike = each.version > draft.version && each.length === length && isTitle(draft, each)
    if (isLike && (await read(each)).notes === draft.notes) return true
  }
  return false
}

/** With a blank title the notes were saved under the one there was. */
const isTitle = (draft: Draft, { title }: { title: string }) => [title, ''].includes(draft.title.trim())
