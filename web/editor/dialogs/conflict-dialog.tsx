import { Plural, useLingui } from '@lingui/react/macro'
import { textLanguageOf } from '#contract/text-language.ts'
import { now } from '#web/session/editor-session.ts'
import { difference } from '#web/session/text-rules.ts'
import { useEditorState } from '#web/session/use-session.ts'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { VersionChoice } from '#web/ui/dialogs/version-choice.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { DownloadText } from '../download-text.tsx'
import type { ProjectSession, ProjectText, SavedText } from '../project-text.ts'
import paper from './versions-dialog.module.css'

type Props = { session: ProjectSession; conflict: SavedText; onClose: () => void }

export function ConflictDialog({ session, conflict, onClose }: Props) {
  const { t } = useLingui()
  const localText = useEditorState(session, ({ text }) => text)
  return (
    <VersionChoice
      title={t`Two texts, one project`}
      description={t`This project was also saved somewhere else. Choose the text to keep. The other one stays under “Earlier versions”.`}
      takeSavedLabel={t`Use the saved one`}
      renderVersion={(side, name) => {
        const [text, otherText] = side === 'mine' ? [localText, conflict] : [conflict, localText]
        return <VersionColumn name={name} text={text} otherText={otherText} />
      }}
      onChoose={(side) => session.dispatch({ type: 'chosen', side, version: conflict.version, at: now() })}
      focusSelector="#notes"
      onClose={onClose}
    />
  )
}

type VersionColumnProps = { name: string; text: ProjectText; otherText: ProjectText }

function VersionColumn({ name, text, otherText }: VersionColumnProps) {
  const { t } = useLingui()
  return (
    <>
      <p className="meta">
        <Plural value={{ letters: text.notes.length }} one="# letter" other="# letters" />
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard */}
      <section className={paper.sheet} tabIndex={0} aria-label={t`${name}, the text`}>
        <p className={paper.title}>{text.title ? <MemberText text={text.title} /> : t`Untitled`}</p>
        <DifferenceExcerpt text={text.notes} otherText={otherText.notes} />
      </section>
      <div className={dialog.row}>
        <CopyButton text={text.notes}>{t`Copy`}</CopyButton>
        <DownloadText text={text} name={name} />
      </div>
    </>
  )
}

const contextLength = 600

function DifferenceExcerpt({ text, otherText }: { text: string; otherText: string }) {
  const { prefix, suffix } = difference(text, otherText)
  const start = Math.max(0, prefix - contextLength)
  const end = Math.min(text.length, text.length - suffix + contextLength)
  return (
    <p className={paper.notes} {...textLanguageOf(text)}>
      {start > 0 && '… '}
      {text.slice(start, prefix)}
      {prefix < text.length - suffix && <mark>{text.slice(prefix, text.length - suffix)}</mark>}
      {text.slice(text.length - suffix, end)}
      {end < text.length && ' …'}
    </p>
  )
}
