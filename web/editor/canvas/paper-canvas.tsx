import { ph } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useState } from 'react'
import { textLanguageOf } from '#contract/text-language.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { isTitleMissing } from '#web/session/session-state.ts'
import { useEditorState } from '#web/session/use-session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { ProjectSession } from '../project-text.ts'
import css from './paper-canvas.module.css'
import { useTextFields } from './use-text-fields.ts'

type Props = { session: ProjectSession; onMakePages: () => void }

export function PaperCanvas({ session, onMakePages }: Props) {
  const { t } = useLingui()
  const [initialText] = useState(() => session.read().text)
  const { title, notes } = useTextFields(session)
  const titleLength = useEditorState(session, ({ text }) => text.title.length)
  const isBlank = useEditorState(session, isTitleMissing)
  return (
    <main id="main" className={css.canvas}>
      {corners.map((corner) => (
        <RegistrationMark key={corner} corner={corner} />
      ))}
      <h1 className="sr">{t`Project editor`}</h1>
      <label className="sr" htmlFor="title">{t`Title`}</label>
      <textarea
        ref={title}
        id="title"
        className={css.title}
        rows={1}
        maxLength={workspaceLimits.projectTitle}
        {...textLanguageOf(initialText.title)}
        defaultValue={initialText.title}
        placeholder={t`Untitled`}
        aria-invalid={isBlank || undefined}
        aria-describedby="title-count"
        onKeyDown={blockEnter}
      />
      <span id="title-count" className={`meta ${css.count}`}>
        {isBlank
          ? t`A project needs a title`
          : t`${titleLength} of ${ph({ projectTitle: workspaceLimits.projectTitle })}`}
      </span>
      <label className="sr" htmlFor="notes">{t`Notes`}</label>
      <textarea
        ref={notes}
        id="notes"
        className={css.notes}
        rows={14}
        {...textLanguageOf(initialText.notes)}
        defaultValue={initialText.notes}
        placeholder={t`Page 1.`}
        spellCheck
      />
      <div className={css.foot}>
        <p>{t`Ready to print? Turn these notes into the pages of a zine.`}</p>
        <Button look="second" onClick={onMakePages}>{t`Make pages`}</Button>
      </div>
    </main>
  )
}

/** A title is a single line that wraps. Enter that ends a composition belongs to the input method. */
function blockEnter(event: KeyboardEvent) {
  if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.preventDefault()
}

const corners = [css.tl, css.tr, css.bl, css.br]

const RegistrationMark = ({ corner }: { corner: string | undefined }) => (
  <svg className={`${css.registrationMark} ${corner}`} viewBox="0 0 22 22" aria-hidden="true">
    <circle cx="11" cy="11" r="6" />
    <path d="M11 0v22M0 11h22" />
  </svg>
)
