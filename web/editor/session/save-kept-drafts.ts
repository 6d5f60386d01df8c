import { forget, readKept } from '#web/browser/local-storage.ts'
import type { Draft } from '../model/editor-state.ts'
import { isDone } from '../model/initial-step.ts'
import { type ProjectText, projectRules } from '../model/project-text.ts'
import { fingerprint } from '../model/text-rules.ts'
import { draftsOfMember } from './kept-drafts.ts'

import { sendSave } from './send-save.ts'
import { openTextChannel, projectName } from './text-channel.ts'

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
  const answer = await sendSave(whose, projectRules.saveOf(draft, draft.version))
  if (answer.kind === 'saved') {
    const channel = openTextChannel<ProjectText>(projectName(whose.projectId))
    channel.tell({ say: 'saved', saved: answer.saved })
    channel.close()
    return true
  }
  if (answer.kind !== 'changed') return false
  const { saved } = answer
  if (isDone(projectRules, draft, saved)) return true
  const isOurs = saved.version > draft.version && draft.sent.includes(fingerprint(projectRules, saved))
  return isOurs && saveDraft(whose, { ...draft, version: saved.version })
}
