import { forget, readKept } from '#web/browser/local-storage.ts'
import { isDone } from '#web/editor/model/initial-step.ts'
import { fingerprint } from '#web/editor/model/text-rules.ts'
import { openTextChannel } from '#web/editor/session/text-channel.ts'
import { layoutsOfMember } from './kept-layouts.ts'
import { type KeptLayout, type LayoutText, layoutRules } from './layout-text.ts'
import { sendLayout } from './send-layout.ts'

export const layoutName = (draftId: string) => `foldout:layout:${draftId}`

/** Saves what a member's tabs, gone or open, have kept of layouts. What the server does not take stays where it is. */
export async function saveKeptLayouts(userId: string) {
  for (const { key, draft, draftId } of layoutsOfMember(userId)) {
    if (draft.isAside) continue
    const isSaved = await saveLayout(draftId, draft)
    // What was typed since then is another text.
    if (isSaved && (readKept(key) as KeptLayout | undefined)?.at === draft.at) forget(key)
  }
}

/** Answers whether the server has the layout now. It may have had it before, when only the answer was lost. */
async function saveLayout(draftId: string, kept: KeptLayout): Promise<boolean> {
  const { sent, at: _at, isAside: _isAside, ...layout } = kept
  const answer = await sendLayout(draftId, layout)
  if (answer.kind === 'saved') {
    const channel = openTextChannel<LayoutText>(layoutName(draftId))
    channel.tell({ say: 'saved', saved: answer.saved })
    channel.close()
    return true
  }
  if (answer.kind !== 'changed') return false
  const { saved } = answer
  if (isDone(layoutRules, kept, saved)) return true
  const isOurs = saved.version > kept.version && sent.includes(fingerprint(layoutRules, saved))
  return isOurs && saveLayout(draftId, { ...kept, version: saved.version })
}
