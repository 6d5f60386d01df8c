import { useQueryClient } from '@tanstack/react-query'
import type { Project, ProjectVersion } from '#contract/projects.ts'
import { refreshPaths } from '#web/api/writes.ts'
import { forget } from '#web/browser/local-storage.ts'
import { listProjectVersions, readProjectVersion, versionsQuery } from '#web/projects/project-calls.ts'
import type { Draft, KeptDraft, Outcome } from '../model/editor-state.ts'
import { isDone } from '../model/initial-step.ts'
import { type ProjectText, projectRules, type SavedText } from '../model/project-text.ts'
import { fingerprint, type Save } from '../model/text-rules.ts'
import { type EditorSession, openSession } from './editor-session.ts'
import { projectDrafts } from './kept-drafts.ts'
import { projectName } from './open-texts.ts'
import { sendSave } from './send-save.ts'
import { useSession } from './use-session.ts'

export type EditorProps = {
  session: EditorSession
  projectId: string
  userId: string
  onSaved: (project: Project) => void
  onDeleted: () => void
}

type Whose = {
  userId: string
  onSaved: (project: Project) => void
}

export function useEditor(project: Project, { userId, onSaved }: Whose): EditorSession | undefined {
  const queries = useQueryClient()
  const projectId = project.id
  const send = async (save: Save<ProjectText>) => {
    const answer = await sendSave({ userId, projectId }, save)
    if (answer.kind === 'saved') {
      onSaved(answer.saved)
      void refreshPaths(queries, versionsQuery(projectId).queryKey[0])
    }
    return answer
  }
  return useSession(() => startEditor({ userId, projectId, project, send }), 'Your unsaved words are back')
}

type Opening = {
  userId: string
  projectId: string
  project: SavedText
  send: (save: Save<ProjectText>) => Promise<Outcome>
}

export async function startEditor({ userId, projectId, project, send }: Opening) {
  const drafts = projectDrafts(userId, projectId)
  for (const saved of await savedSince(await drafts.abandoned(), projectId, project)) forget(saved)
  return openSession({ rules: projectRules, saved: project, name: projectName(projectId), drafts, send })
}

const patience = 5_000

/** Drafts that were saved on unload: one of the server's versions has their text. */
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

/** Notes with a blank title were saved under the previous title. */
const isTitle = (draft: Draft, { title }: { title: string }) => [title, ''].includes(draft.title.trim())
