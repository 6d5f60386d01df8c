import { useLingui } from '@lingui/react/macro'
import type { Draft } from '#contract/drafts.ts'
import { type EditorSession, now, openSession } from '#web/session/editor-session.ts'
import { pickRuleFields, type Save } from '#web/session/text-rules.ts'
import { useSession } from '#web/session/use-session.ts'
import type { ContentChange, ZineContent } from '../table/content.ts'
import { type DraftText, draftRules, savedDraftText, toEdit } from './draft-text.ts'
import { layoutChannelName, sendLayout } from './send-layout.ts'
import { createLayoutDrafts } from './stored-layouts.ts'

export type LayoutSession = EditorSession<DraftText>

export type LayoutProps = { session: LayoutSession; draft: Draft; userId: string }

type LayoutOptions = { userId: string; onSaved: (draft: Draft) => void }

export function useLayout(draft: Draft, { userId, onSaved }: LayoutOptions): LayoutSession | undefined {
  const { t } = useLingui()
  const send = async (save: Save<DraftText>) => {
    const outcome = await sendLayout(draft.id, save.text, save.base.version)
    if (outcome.draft) onSaved(outcome.draft)
    return outcome
  }
  const start = () =>
    openSession<DraftText>({
      rules: draftRules,
      saved: savedDraftText(draft),
      channelName: layoutChannelName(draft.id),
      drafts: createLayoutDrafts(userId, draft.id),
      send,
    })
  return useSession(start, t`Your unsaved changes are back`)
}

export function changeContent<Text extends ZineContent>(session: EditorSession<Text>, change: ContentChange) {
  const before = session.read().text
  const changed = change(before)
  if (changed !== before) replaceContent(session, { ...before, ...changed })
}

export function replaceContent<Text extends ZineContent>(session: EditorSession<Text>, content: Text) {
  const at = now()
  const { text: before, rules } = session.read()
  const edit = toEdit(before, pickRuleFields(rules, rules.withDerived(before, content)), at)
  session.dispatch({ type: 'edited', edit })
}
