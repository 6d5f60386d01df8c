import type { Draft } from '#contract/drafts.ts'
import { ApiError } from '#web/api/call.ts'
import { updateDraft } from '#web/drafts/draft-calls.ts'
import type { Outcome } from '#web/editor/model/editor-state.ts'
import type { Save } from '#web/editor/model/text-rules.ts'
import { saveKept } from '#web/editor/session/save-kept-drafts.ts'
import { deliveryOf, failureOf } from '#web/editor/session/send-save.ts'
import { layoutsOfMember } from './kept-layouts.ts'
import { type LayoutText, layoutRules, savedLayout } from './layout-text.ts'

export const layoutName = (draftId: string) => `foldout:layout:${draftId}`

export const saveKeptLayouts = (userId: string) =>
  saveKept(layoutsOfMember(userId), { rules: layoutRules, nameOf: layoutName, send: sendLayout })

type Sent = Outcome<LayoutText> & { draft?: Draft }

export async function sendLayout(draftId: string, { version, ...layout }: Save<LayoutText>): Promise<Sent> {
  const body = { version, content: layout }
  try {
    const { draft } = await updateDraft({ params: { id: draftId }, body, ...deliveryOf(body) })
    return { kind: 'saved', saved: savedLayout(draft), draft }
  } catch (error) {
    if (error instanceof ApiError && error.draft)
      return { kind: 'changed', saved: savedLayout(error.draft), draft: error.draft }
    return failureOf(error)
  }
}
