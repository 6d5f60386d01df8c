import type { Draft } from '#contract/drafts.ts'
import { type EditorSession, now, openSession } from '#web/session/editor-session.ts'
import { pickRuleFields, type SaveRequest } from '#web/session/text-rules.ts'
import { useSession } from '#web/session/use-session.ts'
import { type LayoutChange, withAspectRatio } from '../table/layout.ts'
import { type LayoutText, layoutRules, savedLayout, toEdit } from './layout-text.ts'
import { layoutChannelName, sendLayout } from './send-layout.ts'
import { createLayoutDrafts } from './stored-layouts.ts'

export type LayoutSession = EditorSession<LayoutText>

export type LayoutProps = { session: LayoutSession; draft: Draft; userId: string }

type LayoutOptions = { userId: string; onSaved: (draft: Draft) => void }

export function useLayout(draft: Draft, { userId, onSaved }: LayoutOptions): LayoutSession | undefined {
  const send = async (save: SaveRequest<LayoutText>) => {
    const outcome = await sendLayout(draft.id, save)
    if (outcome.draft) onSaved(outcome.draft)
    return outcome
  }
  const start = () =>
    openSession<LayoutText>({
      rules: layoutRules,
      saved: savedLayout(draft),
      channelName: layoutChannelName(draft.id),
      drafts: createLayoutDrafts(userId, draft.id),
      send,
    })
  return useSession(start, 'Your unsaved changes are back')
}

export function changeLayout(session: LayoutSession, change: LayoutChange) {
  const before = session.read().text
  const changed = change(before)
  if (changed === before) return
  replaceLayout(session, { ...before, ...changed })
}

export function replaceLayout(session: LayoutSession, layout: LayoutText) {
  const at = now()
  const before = session.read().text
  const edit = toEdit(before, pickRuleFields(layoutRules, withAspectRatio(before, layout)), at)
  session.dispatch({ type: 'edited', edit })
}
