import type { Draft, updateDraft as updateDraftEndpoint } from '#contract/drafts.ts'
import { currentState } from '#web/api/call.ts'
import { updateDraft } from '#web/drafts/draft-calls.ts'
import { saveStoredDrafts } from '#web/session/save-stored-drafts.ts'
import { requestOptions, toFailedOutcome } from '#web/session/send-save.ts'
import type { Outcome } from '#web/session/session-state.ts'
import { type DraftText, draftRules, savedDraftText } from './draft-text.ts'
import { listMemberLayouts } from './stored-layouts.ts'

export const layoutChannelName = (draftId: string) => `foldout:layout:${draftId}`

export const saveStoredLayouts = (userId: string) =>
  saveStoredDrafts(listMemberLayouts(userId), {
    rules: draftRules,
    channelNameOf: layoutChannelName,
    send: sendLayout,
  })

type SendOutcome = Outcome<DraftText> & { draft?: Draft }

export async function sendLayout(draftId: string, content: DraftText, version: number): Promise<SendOutcome> {
  const body = { version, content }
  try {
    const { draft } = await updateDraft({ params: { id: draftId }, body, ...requestOptions(body) })
    return { kind: 'saved', saved: savedDraftText(draft), draft }
  } catch (error) {
    const current = currentState<typeof updateDraftEndpoint>(error)
    if (current) return { kind: 'changed', saved: savedDraftText(current), draft: current }
    return toFailedOutcome(error)
  }
}
