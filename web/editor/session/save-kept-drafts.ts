import { forget, readKept } from '#web/browser/local-storage.ts'
import type { Draft, Save } from '../model/editor-state.ts'
import { isDone } from '../model/initial-step.ts'
import { fingerprint } from '../model/project-text.ts'
import { draftsOfMember } from './kept-drafts.ts'
import { openProjectChannel } from './project-channel.ts'
import { sendSave } from './send-save.ts'

/** Saves what a member's tabs, gone or open, have kept. What the server does not take stays where it is. */
export async function saveKeptDrafts(userId: string) {
  for (const { key, draft, projectId } of draftsOfMember(userId)) {
    if (draft.isAside) continue
    const isSaved = await saveDraft({ userId, projectId }, draft)
    // What was typed since then is another text.
    if (isSaved && (readKept(key) as Draft | undefined)?.at === draft.at) forget(key)
  }
}

/** Answers whether the server has the text now. It may have had it before, when only the answer was lost. */
async function saveDraft(whose: { userId: string; projectId: string }, draft: Draft): Promise<boolean> {
  const answer = await sendSave(whose, saveOf(draft))
  if (answer.kind === 'saved') {
    const channel = openProjectChannel(whose.projectId)
    channel.tell({ say: 'saved', project: answer.project })
    channel.close()
    return true
  }
  if (answer.kind !== 'changed') return false
  const { project } = answer
  if (isDone(draft, project)) return true
  const isOurs = project.version > draft.version && draft.sent.includes(fingerprint(project))
  return isOurs && saveDraft(whose, { ...draft, version: project.version })
}

/** With a blank title the old one stays. */
function saveOf({ title, notes, version }: Draft): Save {
  return { ...(title.trim() && { title: title.trim() }), notes, version }
}
