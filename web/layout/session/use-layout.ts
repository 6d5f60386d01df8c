import { useEffect, useState } from 'react'
import type { Draft } from '#contract/drafts.ts'
import { initialStep } from '#web/editor/model/initial-step.ts'
import { fieldsOf, type Save } from '#web/editor/model/text-rules.ts'
import { EditorSession, now } from '#web/editor/session/editor-session.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import type { LayoutChange } from '../table/layout.ts'
import { keptLayouts } from './kept-layouts.ts'
import { editOf, type LayoutText, layoutRules, savedLayout } from './layout-text.ts'
import { layoutName } from './save-kept-layouts.ts'
import { sendLayout } from './send-layout.ts'

export type LayoutSession = EditorSession<LayoutText>

/** What the table of a draft and everything around it work with. */
export type LayoutProps = { session: LayoutSession; draft: Draft; userId: string }

type Whose = { userId: string; onSaved: (draft: Draft) => void }

/** The table at work on a draft as it was when this was first drawn; undefined until it is ready. */
export function useLayout(draft: Draft, { userId, onSaved }: Whose): LayoutSession | undefined {
  const [session, setSession] = useState<LayoutSession>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the draft becomes later reaches the session as news
  useEffect(() => {
    const send = async (save: Save<LayoutText>) => {
      const answer = await sendLayout(draft.id, save)
      if (answer.draft) onSaved(answer.draft)
      return answer
    }
    const starting = startLayout({ userId, draft, send })
    void starting.then((started) => {
      setSession(started)
      if (started.isRecovered) {
        showToast({ title: 'Your unsaved changes are back', description: 'They were kept in this browser.' })
      }
    })
    return () => {
      setSession(undefined)
      void starting.then((started) => started.close())
    }
  }, [draft.id, userId])
  return session
}

type Opening = {
  userId: string
  draft: Draft
  send: ConstructorParameters<typeof EditorSession<LayoutText>>[0]['send']
}

/** Opens the table on a draft, with the newest layout that a tab which is gone has left in this browser. */
async function startLayout({ userId, draft, send }: Opening): Promise<LayoutSession> {
  const drafts = keptLayouts(userId, draft.id)
  const opened = initialStep({
    rules: layoutRules,
    saved: savedLayout(draft),
    drafts: await drafts.abandoned(),
    isOnline: navigator.onLine,
    at: now(),
  })
  return new EditorSession<LayoutText>({ name: layoutName(draft.id), drafts, opened, send })
}

/** Changes the layout as it is at this moment. */
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
