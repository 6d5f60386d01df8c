import { readStored, removeStored } from '#web/browser/local-storage.ts'
import { broadcastToTabs } from '#web/browser/tab-channel.ts'
import { isAlreadySaved } from './initial-transition.ts'
import type { TextMessage } from './open-texts.ts'
import type { Draft, Outcome, StoredDraft } from './session-state.ts'
import { fingerprint, pickRuleFields, type TextRules } from './text-rules.ts'

type SaveOptions<Text> = {
  rules: TextRules<Text>
  channelNameOf: (id: string) => string
  send: (id: string, text: Text, version: number) => Promise<Outcome<Text>>
}

/** Saves the drafts of a member's tabs. Drafts that the server refuses stay stored. */
export async function saveStoredDrafts<Text>(
  drafts: (StoredDraft<Text> & { id: string })[],
  options: SaveOptions<Text>,
) {
  for (const { key, draft, id } of drafts) {
    if (draft.isAside) continue
    const isSaved = await saveDraft(id, draft, options)
    // Forget the draft only if it has not changed during the request.
    if (isSaved && (readStored(key) as Draft<Text> | undefined)?.at === draft.at) removeStored(key)
  }
}

/** Returns whether the server has the text, for example from an earlier save whose response was lost. */
async function saveDraft<Text>(id: string, draft: Draft<Text>, options: SaveOptions<Text>): Promise<boolean> {
  const { rules, channelNameOf, send } = options
  const outcome = await send(id, pickRuleFields(rules, draft), draft.version)
  if (outcome.kind === 'saved') {
    broadcastToTabs<TextMessage<Text>>(channelNameOf(id), { say: 'saved', saved: outcome.saved })
    return true
  }
  if (outcome.kind !== 'changed') return false
  const { saved } = outcome
  if (isAlreadySaved(rules, draft, saved)) return true
  const isOwnSave = saved.version > draft.version && draft.sent.includes(fingerprint(rules, saved))
  return isOwnSave && saveDraft(id, { ...draft, version: saved.version }, options)
}
