import type { ProjectVersion } from '#contract/project-versions.ts'
import { forget } from '#web/browser/local-storage.ts'
import type { Draft, KeptDraft, Outcome, Save } from '../model/editor-state.ts'
import { initialStep, isDone } from '../model/initial-step.ts'
import { fingerprint, type ProjectText, type SavedText } from '../model/project-text.ts'
import { listProjectVersions, readProjectVersion } from '../project-version-calls.ts'
import { EditorSession, now } from './editor-session.ts'
import { ProjectDrafts } from './kept-drafts.ts'

type Opening = {
  userId: string
  projectId: string
  project: SavedText
  send: (save: Save) => Promise<Outcome>
}

/** Opens the editor on a project, with the newest draft that a tab which is gone has left in this browser. */
export async function startEditor({ userId, projectId, project, send }: Opening) {
  const drafts = new ProjectDrafts(userId, projectId)
  for (const saved of await savedSince(await drafts.abandoned(), projectId, project)) forget(saved)
  const abandoned = await drafts.abandoned()
  const opened = initialStep({ project, drafts: abandoned, isOnline: navigator.onLine, at: now() })
  return new EditorSession({ projectId, drafts, opened, send })
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
  !draft.sent.includes(fingerprint(project)) &&
  !isDone(draft, project)

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
