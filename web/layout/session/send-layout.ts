import type { Draft, updateDraft as updateDraftEndpoint } from '#contract/drafts.ts'
import { currentState } from '#web/api/call.ts'
import { updateDraft } from '#web/drafts/draft-calls.ts'
import { saveStoredDrafts } from '#web/session/save-stored-drafts.ts'
import { requestOptions, toFailedOutcome } from '#web/session/send-save.ts'
import type { Outcome } from '#web/session/session-state.ts'
import { type LayoutText, layoutRules, savedLayout } from './layout-text.ts'
import { listMemberLayouts } from './stored-layouts.ts'

export const layoutChannelName = (draftId: string) => `foldout:layout:${draftId}`

export const saveStoredLayouts = (userId: string) =>
  saveStoredDrafts(listMemberLayouts(userId), {
    rules: layoutRules,
    channelNameOf: layoutChannelName,
    send: sendLayout,
  })

type SendOutcome = Outcome<LayoutText> & { draft?: Draft }

export async function sendLayout(draftId: string, layout: LayoutText, version: number): Promise<SendOutcome> {
  const body = { version, content: layout }
  try {
    const { draft } = await updateDraft({ params: { id: draftId }, body, ...requestOptions(body) })
    return { kind: 'saved', saved: savedLayout(draft), draft }
  } catch (error) {
    const current = currentState<typeof updateDraftEndpoint>(error)
    if (current) return { kind: 'changed', saved: savedLayout(current), draft: current }
    return toFailedOutcome(error)
  }
}
