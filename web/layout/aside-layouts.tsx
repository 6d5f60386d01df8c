import { useState } from 'react'
import { forget } from '#web/browser/local-storage.ts'
import type { KeptDraft } from '#web/editor/model/editor-state.ts'
import { fieldsOf } from '#web/editor/model/text-rules.ts'
import { now } from '#web/editor/session/editor-session.ts'
import { useEditorState } from '#web/editor/session/use-editor.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { counted } from '#web/ui/number.ts'
import css from './draft-page.module.css'
import { type LayoutText, layoutRules } from './session/layout-text.ts'
import type { LayoutSession } from './session/use-layout.ts'

/** Layouts that another one took the place of before they were saved: they are here until somebody throws them away. */
export function AsideLayouts({ session }: { session: LayoutSession }) {
  // Another layout is put aside only when what stands on the table is replaced, or a choice is over.
  useEditorState(session, ({ replaced }) => replaced.count)
  useEditorState(session, ({ conflict }) => conflict)
  const [, lookAgain] = useState(0)
  const bringBack = ({ key, draft }: KeptDraft<LayoutText>) => {
    session.dispatch({ type: 'restored', text: fieldsOf(layoutRules, draft), at: now() })
    if (!session.read().isAsideRefused) forget(key)
    lookAgain((count) => count + 1)
  }
  const throwAway = (key: string) => {
    forget(key)
    lookAgain((count) => count + 1)
  }
  return session.drafts.asides().map((kept) => (
    <div key={kept.key} className={css.aside}>
      <p>
        Put aside at {time.format(kept.draft.at)}: “{kept.draft.title.trim() || 'Untitled zine'}”,{' '}
        {counted(kept.draft.pages.length, 'page')}. It is only in this browser.
      </p>
      <Button look="second" size="small" onClick={() => bringBack(kept)}>
        Bring it back
      </Button>
      <Button look="quiet" size="small" onClick={() => throwAway(kept.key)}>
        Throw it away
      </Button>
    </div>
  ))
}

const time = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
})
