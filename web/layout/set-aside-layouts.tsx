import { ph } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { formatDate, formatTime } from '#contract/format-date.ts'
import { removeStored } from '#web/browser/local-storage.ts'
import { soleLanguage } from '#web/details/zine-metadata.ts'
import { DraftTitle } from '#web/drafts/create-draft.tsx'
import { type EditorSession, now } from '#web/session/editor-session.ts'
import type { StoredDraft } from '#web/session/session-state.ts'
import { pickRuleFields } from '#web/session/text-rules.ts'
import { useEditorState } from '#web/session/use-session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import css from './draft-page.module.css'
import type { ZineContent } from './table/content.ts'

/** Unsaved layouts that were replaced. They stay stored until the member deletes them. */
export function SetAsideLayouts<Text extends ZineContent>({ session }: { session: EditorSession<Text> }) {
  const { t, i18n } = useLingui()
  // Renders again after a replacement or a conflict: only these put a layout aside.
  useEditorState(session, ({ replaced }) => replaced.count)
  useEditorState(session, ({ conflict }) => conflict)
  const [, rerender] = useState(0)
  const restore = ({ key, draft }: StoredDraft<Text>) => {
    session.dispatch({ type: 'restored', text: pickRuleFields(session.read().rules, draft), at: now() })
    if (!session.read().hasSetAsideFailed) removeStored(key)
    rerender((count) => count + 1)
  }
  const discard = (key: string) => {
    removeStored(key)
    rerender((count) => count + 1)
  }
  return session.drafts.listSetAside().map((stored) => (
    <div key={stored.key} className={css.setAside}>
      <p>
        <Trans>
          Set aside on {ph({ date: formatDate(i18n.locale, stored.draft.at) })} at{' '}
          {ph({ time: formatTime(i18n.locale, stored.draft.at) })}: “
          <DraftTitle title={stored.draft.title} language={soleLanguage(stored.draft.details)} />
          ”, <Plural value={{ count: stored.draft.pages.length }} one="# page" other="# pages" />. It is only in this
          browser.
        </Trans>
      </p>
      <Button look="second" size="small" onClick={() => restore(stored)}>{t`Restore it`}</Button>
      <Button look="quiet" size="small" onClick={() => discard(stored.key)}>{t`Discard it`}</Button>
    </div>
  ))
}
