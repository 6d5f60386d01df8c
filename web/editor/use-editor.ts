import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Project, ProjectVersion } from '#contract/projects.ts'
import { trimText } from '#contract/visible-text.ts'
import { refreshPaths } from '#web/api/writes.ts'
import { removeStored } from '#web/browser/local-storage.ts'
import { listProjectVersions, readProjectVersion, versionsQuery } from '#web/projects/project-calls.ts'
import { openSession } from '#web/session/editor-session.ts'
import { isAlreadySaved } from '#web/session/initial-transition.ts'
import type { Draft, Outcome, StoredDraft } from '#web/session/session-state.ts'
import { fingerprint, type Save } from '#web/session/text-rules.ts'
import { useSession } from '#web/session/use-session.ts'
import type { ProjectSession } from './project-text.ts'
import { type ProjectText, projectRules, type SavedText } from './project-text.ts'
import { openProjectDrafts, projectChannelName, saveProject } from './save-project.ts'

export type EditorProps = {
  session: ProjectSession
  projectId: string
  userId: string
  onSaved: (project: Project) => void
  onDeleted: () => void
}

type EditorOptions = {
  userId: string
  onSaved: (project: Project) => void
}

export function useEditor(project: Project, { userId, onSaved }: EditorOptions): ProjectSession | undefined {
  const { t } = useLingui()
  const queries = useQueryClient()
  const projectId = project.id
  const send = async (save: Save<ProjectText>) => {
    const outcome = await saveProject({ userId, projectId }, save.text, save.base.version)
    if (outcome.kind === 'saved') {
      onSaved(outcome.saved)
      void refreshPaths(queries, versionsQuery(projectId).queryKey[0])
    }
    return outcome
  }
  return useSession(() => startEditor({ userId, projectId, project, send }), t`Your unsaved changes are back`)
}

type StartOptions = {
  userId: string
  projectId: string
  project: SavedText
  send: (save: Save<ProjectText>) => Promise<Outcome<ProjectText>>
}

export async function startEditor({ userId, projectId, project, send }: StartOptions) {
  const drafts = openProjectDrafts(userId, projectId)
  for (const saved of await findSavedDrafts(await drafts.listAbandoned(), projectId, project)) removeStored(saved)
  return openSession({
    rules: projectRules,
    saved: project,
    channelName: projectChannelName(projectId),
    drafts,
    send,
  })
}

const timeoutMs = 5_000

/** Drafts that were saved on unload: one of the server's versions has their text. */
async function findSavedDrafts(drafts: StoredDraft<ProjectText>[], projectId: string, project: SavedText) {
  const candidates = drafts.filter(({ draft }) => isCandidate(draft, project))
  if (candidates.length === 0) return []
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const { versions } = await listProjectVersions({ params: { id: projectId }, signal })
    const read = async ({ version }: ProjectVersion) =>
      (await readProjectVersion({ params: { id: projectId, version }, signal })).version
    const saved = await Promise.all(candidates.map(({ draft }) => isAmongVersions(draft, versions, read)))
    return candidates.filter((_, index) => saved[index]).map(({ key }) => key)
  } catch {
    return []
  }
}

const isCandidate = (draft: Draft<ProjectText>, project: SavedText) =>
  !draft.isAside &&
  draft.version < project.version &&
  !draft.sent.includes(fingerprint(projectRules, project)) &&
  !isAlreadySaved(projectRules, draft, project)

async function isAmongVersions(
  draft: Draft<ProjectText>,
  versions: ProjectVersion[],
  read: (version: ProjectVersion) => Promise<ProjectText>,
) {
  const { length } = [...draft.notes]
  for (const version of versions) {
    const mayMatch = version.version > draft.version && version.length === length && titleMatches(draft, version)
    if (mayMatch && (await read(version)).notes === draft.notes) return true
  }
  return false
}

/** Notes with a blank title were saved under the previous title. */
const titleMatches = (draft: Draft<ProjectText>, { title }: { title: string }) =>
  [title, ''].includes(trimText(draft.title))
