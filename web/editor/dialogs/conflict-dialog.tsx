import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { VersionChoice } from '#web/ui/dialogs/version-choice.tsx'
import { counted } from '#web/ui/number.ts'
import { DownloadText } from '../download-text.tsx'
import { difference, type ProjectText, type SavedText } from '../model/project-text.ts'
import { type EditorSession, now } from '../session/editor-session.ts'
import { useEditorState } from '../session/use-session.ts'
import paper from './versions-dialog.module.css'

type Props = { session: EditorSession; conflict: SavedText; onClose: () => void }

export function ConflictDialog({ session, conflict, onClose }: Props) {
  const mine = useEditorState(session, ({ text }) => text)
  return (
    <VersionChoice
      title="Two texts, one project"
      description="This project was also saved somewhere else. Choose the text to keep; the other stays under Earlier Versions."
      takeSaved="Use the saved one"
      shown={(side, name) => {
        const [text, other] = side === 'mine' ? [mine, conflict] : [conflict, mine]
        return <Side {...{ name, text, other }} />
      }}
      onChoose={(side) => session.dispatch({ type: 'chosen', side, version: conflict.version, at: now() })}
      goOnAt="#notes"
      onClose={onClose}
    />
  )
}

type SideProps = { name: string; text: ProjectText; other: ProjectText }

function Side({ name, text, other }: SideProps) {
  return (
    <>
      <p className="meta">{counted(text.notes.length, 'letter')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard */}
      <section className={paper.sheet} tabIndex={0} aria-label={`${name}, the text`}>
        <p className={paper.title}>{text.title || 'Untitled'}</p>
        <Differing text={text.notes} other={other.notes} />
      </section>
      <div className={dialog.row}>
        <CopyButton text={text.notes}>Copy</CopyButton>
        <DownloadText text={text} name={name} />
      </div>
    </>
  )
}

const around = 600

function Differing({ text, other }: { text: string; other: string }) {
  const { before, after } = difference(text, other)
  const start = Math.max(0, before - around)
  const end = Math.min(text.length, text.length - after + around)
  return (
    <p className={paper.notes}>
      {start > 0 && '… '}
      {text.slice(start, before)}
      {before < text.length - after && <mark>{text.slice(before, text.length - after)}</mark>}
      {text.slice(text.length - after, end)}
      {end < text.length && ' …'}
    </p>
  )
}
