import type { Draft } from '#contract/drafts.ts'
import { ApiError } from '#web/api/call.ts'
import { updateDraft } from '#web/drafts/draft-calls.ts'
import type { Outcome } from '#web/editor/model/editor-state.ts'
import type { Save } from '#web/editor/model/text-rules.ts'
import { failureOf, isCarried, patienceFor } from '#web/editor/session/send-save.ts'
import { type LayoutText, savedLayout } from './layout-text.ts'

type Sent = Outcome<LayoutText> & { draft?: Draft }

/** Sends a layout and says how it ended, with the draft as it then is; never throws. A small one outlives the page. */
export async function sendLayout(draftId: string, { version, ...layout }: Save<LayoutText>): Promise<Sent> {
  const body = { version, content: layout }
  const sent = JSON.stringify(body)
  try {
    const { draft } = await updateDraft({
      params: { id: draftId },
      body,
      keepalive: isCarried(sent),
      signal: AbortSignal.timeout(patienceFor(sent)),
    })
    return { kind: 'saved', saved: savedLayout(draft), draft }
  } catch (error) {
    if (error instanceof ApiError && error.draft)
      return { kind: 'changed', saved: savedLayout(error.draft), draft: error.draft }
    return failureOf(error)
  }
}
