import type { Draft } from '#contract/drafts.ts'
import { type EditorSession, now, openSession } from '#web/session/editor-session.ts'
import { pickRuleFields, type Save } from '#web/session/text-rules.ts'
import { useSession } from '#web/session/use-session.ts'
import type { Layout, LayoutChange } from '../table/layout.ts'
import { type LayoutText, layoutRules, savedLayout, toEdit } from './layout-text.ts'
import { layoutChannelName, sendLayout } from './send-layout.ts'
import { createLayoutDrafts } from './stored-layouts.ts'

export type LayoutSession = EditorSession<LayoutText>

export type LayoutProps = { session: LayoutSession; draft: Draft; userId: string }

type LayoutOptions = { userId: string; onSaved: (draft: Draft) => void }

export function useLayout(draft: Draft, { userId, onSaved }: LayoutOptions): LayoutSession | undefined {
  const send = async (save: Save<LayoutText>) => {
    const outcome = await sendLayout(draft.id, save.text, save.base.version)
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

export function changeLayout<Text extends Layout>(session: EditorSession<Text>, change: LayoutChange) {
  const before = session.read().text
  const changed = change(before)
  if (changed !== before) replaceLayout(session, { ...before, ...changed })
}

export function replaceLayout<Text extends Layout>(session: EditorSession<Text>, layout: Text) {
  const at = now()
  const { text: before, rules } = session.read()
  const edit = toEdit(before, pickRuleFields(rules, rules.withDerived(before, layout)), at)
  session.dispatch({ type: 'edited', edit })
}
