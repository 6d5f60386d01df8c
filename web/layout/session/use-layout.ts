import type { Draft } from '#contract/drafts.ts'
import { fieldsOf, type Save } from '#web/editor/model/text-rules.ts'
import { type EditorSession, now, openSession } from '#web/editor/session/editor-session.ts'
import { useSession } from '#web/editor/session/use-session.ts'
import type { LayoutChange } from '../table/layout.ts'
import { keptLayouts } from './kept-layouts.ts'
import { editOf, type LayoutText, layoutRules, savedLayout } from './layout-text.ts'
import { layoutName, sendLayout } from './send-layout.ts'

export type LayoutSession = EditorSession<LayoutText>

export type LayoutProps = { session: LayoutSession; draft: Draft; userId: string }

type Whose = { userId: string; onSaved: (draft: Draft) => void }

export function useLayout(draft: Draft, { userId, onSaved }: Whose): LayoutSession | undefined {
  const send = async (save: Save<LayoutText>) => {
    const answer = await sendLayout(draft.id, save)
    if (answer.draft) onSaved(answer.draft)
    return answer
  }
  const start = () =>
    openSession<LayoutText>({
      rules: layoutRules,
      saved: savedLayout(draft),
      name: layoutName(draft.id),
      drafts: keptLayouts(userId, draft.id),
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
  const edit = editOf(session.read().text, fieldsOf(layoutRules, layout), at)
  session.dispatch({ type: 'edited', edit })
}
