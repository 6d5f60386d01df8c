import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectVersion } from '#contract/projects.ts'
import { forget } from '#web/browser/local-storage.ts'
import { versionQuery, versionsQuery } from '#web/projects/project-calls.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { counted } from '#web/ui/number.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { type ProjectText, textOf } from '../model/project-text.ts'
import { type EditorSession, now } from '../session/editor-session.ts'
import { useEditorState } from '../session/use-session.ts'
import css from './versions-dialog.module.css'

type Props = { session: EditorSession; projectId: string; onClose: () => void }

type Earlier = {
  id: string
  when: number
  length: number
  isHere: boolean
  isLatest?: boolean
  text?: ProjectText
}

export function VersionsDialog(props: Props) {
  const { session, onClose } = props
  const isSaving = useEditorState(session, ({ flight }) => flight !== null)
  const [isReady, setReady] = useState(!isSaving)
  if (!isReady && !isSaving) setReady(true)
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title="Earlier Versions" width="62rem">
      {isReady ? <Versions {...props} /> : <Looking />}
    </Dialog>
  )
}

const Looking = () => <p role="status">Looking through the drawer...</p>

function Versions({ session, projectId, onClose }: Props) {
  const { versions, isPending, isError, refetch } = useVersionsAsFound(projectId)
  const [chosen, setChosen] = useState<string>()
  const [asides, setAsides] = useState(() => asidesOf(session))
  const earlier = [...asides, ...(versions?.map(savedVersion) ?? [])]
  const shown = earlier.find(({ id }) => id === chosen) ?? earlier[0]
  const throwAway = (id: string) => {
    forget(id)
    setAsides(asidesOf(session))
  }
  const restore = (text: ProjectText) => {
    session.dispatch({ type: 'restored', text, at: now() })
    onClose()
    if (session.read().isAsideRefused) return
    showToast({ title: 'Earlier version restored', description: 'Undo brings back your previous text.' })
  }
  return (
    <>
      {isError && (
        <div role="alert" className={dialog.row}>
          <p>The versions could not be loaded.</p>
          <Button look="second" size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {isPending && <Looking />}
      {shown && (
        <div className={css.earlier}>
          <ul>
            {earlier.map((each) => (
              <li key={each.id}>
                <button type="button" aria-pressed={each === shown} onClick={() => setChosen(each.id)}>
                  <time dateTime={new Date(each.when).toISOString()}>{moment.format(each.when)}</time>
                  <span className="meta">
                    {counted(each.length, 'letter')}
                    {each.isHere && ', only in this browser'}
                    {each.isLatest && ', the saved text'}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <Preview
            key={shown.id}
            projectId={projectId}
            earlier={shown}
            onRestore={restore}
            onThrowAway={throwAway}
          />
        </div>
      )}
    </>
  )
}

/** A snapshot of the list, because a save must not remove the version that is open. */
function useVersionsAsFound(projectId: string) {
  const list = useQuery({ ...versionsQuery(projectId), refetchOnMount: 'always' })
  const [versions, setVersions] = useState<ProjectVersion[]>()
  if (!versions && list.isFetchedAfterMount && list.isSuccess) setVersions(list.data.versions)
  const isError = !versions && list.isError
  return { versions, isError, isPending: !versions && !isError, refetch: list.refetch }
}

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

const savedVersion = ({ version, savedAt, length }: ProjectVersion, index: number): Earlier => ({
  id: String(version),
  when: Date.parse(savedAt),
  length,
  isHere: false,
  isLatest: index === 0,
})

const asidesOf = (session: EditorSession): Earlier[] =>
  session.drafts.asides().map(({ key, draft }) => ({
    id: key,
    when: draft.at,
    length: draft.notes.length,
    isHere: true,
    text: textOf(draft),
  }))

type PreviewProps = {
  projectId: string
  earlier: Earlier
  onRestore: (text: ProjectText) => void
  onThrowAway: (id: string) => void
}

function Preview({ projectId, earlier, onRestore, onThrowAway }: PreviewProps) {
  const read = useQuery({
    ...versionQuery(projectId, Number(earlier.id)),
    enabled: earlier.text === undefined,
  })
  const text = earlier.text ?? (read.data && textOf(read.data.version))
  if (!text && read.isError) return <p role="alert">This version could not be loaded.</p>
  if (!text) return <p role="status">Opening this version...</p>
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long text must be scrollable by keyboard */}
      <section className={css.sheet} tabIndex={0} aria-label="The text of this version">
        <p className={css.title}>{text.title || 'Untitled'}</p>
        <p className={css.notes}>{text.notes}</p>
      </section>
      <div className={dialog.row}>
        <CopyButton text={text.notes}>Copy</CopyButton>
        {earlier.isHere && <ThrowAway onThrowAway={() => onThrowAway(earlier.id)} />}
        <Button onClick={() => onRestore(text)}>Restore</Button>
      </div>
    </div>
  )
}

function ThrowAway({ onThrowAway }: { onThrowAway: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button look="second" onClick={() => setAsking(true)}>
        Discard
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Discard this text?"
        sentence="It is only in this browser. This action cannot be undone."
        confirmLabel="Discard"
        cancelLabel="Keep it"
        onConfirm={onThrowAway}
      />
    </>
  )
}
