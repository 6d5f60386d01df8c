import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate, formatTime } from '#contract/format-date.ts'
import type { ProjectVersion } from '#contract/projects.ts'
import { textLanguageOf } from '#contract/text-language.ts'
import { removeStored } from '#web/browser/local-storage.ts'
import { versionQuery, versionsQuery } from '#web/projects/project-calls.ts'
import { now } from '#web/session/editor-session.ts'
import { useEditorState } from '#web/session/use-session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import type { ProjectSession } from '../project-text.ts'
import { type ProjectText, textOf } from '../project-text.ts'
import css from './versions-dialog.module.css'

type Props = { session: ProjectSession; projectId: string; onClose: () => void }

type EarlierVersion = {
  id: string
  savedAt: number
  length: number
  isOnlyInBrowser: boolean
  isLatest?: boolean
  text?: ProjectText
}

export function VersionsDialog(props: Props) {
  const { t } = useLingui()
  const { session, onClose } = props
  const isSaving = useEditorState(session, ({ inFlight }) => inFlight !== null)
  const [isReady, setReady] = useState(!isSaving)
  if (!isReady && !isSaving) setReady(true)
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t`Earlier versions`} width="62rem">
      {isReady ? <Versions {...props} /> : <LoadingMessage />}
    </Dialog>
  )
}

const LoadingMessage = () => {
  const { t } = useLingui()
  return <p role="status">{t`Looking through the drawer…`}</p>
}

function Versions({ session, projectId, onClose }: Props) {
  const { t, i18n } = useLingui()
  const { versions, isPending, isError, refetch } = useVersionsSnapshot(projectId)
  const [selectedId, setSelectedId] = useState<string>()
  const [setAsideVersions, setSetAsideVersions] = useState(() => listSetAsideVersions(session))
  const allVersions = [...setAsideVersions, ...(versions?.map(toEarlierVersion) ?? [])]
  const selected = allVersions.find(({ id }) => id === selectedId) ?? allVersions[0]
  const discard = (id: string) => {
    removeStored(id)
    setSetAsideVersions(listSetAsideVersions(session))
  }
  const restore = (text: ProjectText) => {
    session.dispatch({ type: 'restored', text, at: now() })
    onClose()
    if (session.read().hasSetAsideFailed) return
    showToast({ title: t`Earlier version restored`, description: t`Undo brings back your previous text.` })
  }
  return (
    <>
      {isError && (
        <div role="alert" className={dialog.row}>
          <p>{t`The versions could not be loaded.`}</p>
          <Button look="second" size="small" onClick={() => void refetch()}>{t`Try again`}</Button>
        </div>
      )}
      {isPending && <LoadingMessage />}
      {selected && (
        <div className={css.versions}>
          <ul>
            {allVersions.map((version) => (
              <li key={version.id}>
                <button type="button" aria-pressed={version === selected} onClick={() => setSelectedId(version.id)}>
                  <time dateTime={new Date(version.savedAt).toISOString()}>
                    {formatDate(i18n.locale, version.savedAt)}, {formatTime(i18n.locale, version.savedAt)}
                  </time>
                  <span className="meta">
                    <Plural value={{ letters: version.length }} one="# letter" other="# letters" />
                    {version.isOnlyInBrowser && t`, only in this browser`}
                    {version.isLatest && t`, the saved text`}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <Preview key={selected.id} projectId={projectId} version={selected} onRestore={restore} onDiscard={discard} />
        </div>
      )}
    </>
  )
}

/** A snapshot of the list, because a save must not remove the version that is open. */
function useVersionsSnapshot(projectId: string) {
  const list = useQuery({ ...versionsQuery(projectId), refetchOnMount: 'always' })
  const [versions, setVersions] = useState<ProjectVersion[]>()
  if (!versions && list.isFetchedAfterMount && list.isSuccess) setVersions(list.data.versions)
  const isError = !versions && list.isError
  return { versions, isError, isPending: !versions && !isError, refetch: list.refetch }
}

const toEarlierVersion = ({ version, savedAt, length }: ProjectVersion, index: number): EarlierVersion => ({
  id: String(version),
  savedAt: Date.parse(savedAt),
  length,
  isOnlyInBrowser: false,
  isLatest: index === 0,
})

const listSetAsideVersions = (session: ProjectSession): EarlierVersion[] =>
  session.drafts.listSetAside().map(({ key, draft }) => ({
    id: key,
    savedAt: draft.at,
    length: draft.notes.length,
    isOnlyInBrowser: true,
    text: textOf(draft),
  }))

type PreviewProps = {
  projectId: string
  version: EarlierVersion
  onRestore: (text: ProjectText) => void
  onDiscard: (id: string) => void
}

function Preview({ projectId, version, onRestore, onDiscard }: PreviewProps) {
  const { t } = useLingui()
  const read = useQuery({
    ...versionQuery(projectId, Number(version.id)),
    enabled: version.text === undefined,
  })
  const text = version.text ?? (read.data && textOf(read.data.version))
  if (!text && read.isError) return <p role="alert">{t`This version could not be loaded.`}</p>
  if (!text) return <p role="status">{t`Opening this version…`}</p>
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long text must be scrollable by keyboard */}
      <section className={css.sheet} tabIndex={0} aria-label={t`The text of this version`}>
        <p className={css.title}>{text.title ? <MemberText text={text.title} /> : t`Untitled`}</p>
        <p className={css.notes} {...textLanguageOf(text.notes)}>
          {text.notes}
        </p>
      </section>
      <div className={dialog.row}>
        <CopyButton text={text.notes}>{t`Copy`}</CopyButton>
        {version.isOnlyInBrowser && <DiscardButton onDiscard={() => onDiscard(version.id)} />}
        <Button onClick={() => onRestore(text)}>{t`Restore`}</Button>
      </div>
    </div>
  )
}

function DiscardButton({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useLingui()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <Button look="second" onClick={() => setConfirming(true)}>{t`Discard`}</Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t`Discard this text?`}
        message={t`It is only in this browser. This action cannot be undone.`}
        confirmLabel={t`Discard`}
        cancelLabel={t`Keep it`}
        onConfirm={onDiscard}
      />
    </>
  )
}
