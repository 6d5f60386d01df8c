import { forget, readKept } from '#web/browser/local-storage.ts'
import { tellTabs } from '#web/browser/tab-channel.ts'
import type { Draft, KeptDraft, Outcome } from '../model/editor-state.ts'
import { isDone } from '../model/initial-step.ts'
import { projectRules } from '../model/project-text.ts'
import { fieldsOf, fingerprint, type Save, type TextRules } from '../model/text-rules.ts'
import { draftsOfMember } from './kept-drafts.ts'
import { projectName, type TextMessage } from './open-texts.ts'
import { sendSave } from './send-save.ts'

type Saving<Text> = {
  rules: TextRules<Text>
  nameOf: (id: string) => string
  send: (id: string, save: Save<Text>) => Promise<Outcome<Text>>
}

export const saveKeptDrafts = (userId: string) =>
  saveKept(draftsOfMember(userId), {
    rules: projectRules,
    nameOf: projectName,
    send: (projectId, save) => sendSave({ userId, projectId }, save),
  })

/** Saves the drafts of a member's tabs. Drafts that the server refuses stay stored. */
export async function saveKept<Text>(all: (KeptDraft<Text> & { id: string })[], saving: Saving<Text>) {
  for (const { key, draft, id } of all) {
    if (draft.isAside) continue
    const isSaved = await saveDraft(id, draft, saving)
    // Forget the draft only if it has not changed during the request.
    if (isSaved && (readKept(key) as Draft<Text> | undefined)?.at === draft.at) forget(key)
  }
}

/** Returns whether the server has the text, for example from an earlier save whose response was lost. */
async function saveDraft<Text>(id: string, draft: Draft<Text>, saving: Saving<Text>): Promise<boolean> {
  const { rules, nameOf, send } = saving
  const answer = await send(id, rules.saveOf(fieldsOf(rules, draft as Text), draft.version))
  if (answer.kind === 'saved') {
    tellTabs<TextMessage<Text>>(nameOf(id), { say: 'saved', saved: answer.saved })
    return true
  }
  if (answer.kind !== 'changed') return false
  const { saved } = answer
  if (isDone(rules, draft, saved)) return true
  const isOurs = saved.version > draft.version && draft.sent.includes(fingerprint(rules, saved))
  return isOurs && saveDraft(id, { ...draft, version: saved.version }, saving)
}
