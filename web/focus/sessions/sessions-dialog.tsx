import { ph, plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { FocusSession } from '#contract/focus-sessions.ts'
import { formatDate, formatTime } from '#contract/format-date.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { notifyFailure } from '#web/accounts/viewer-changes.ts'
import { getUserMessage, ignoreNotFound, isNotFound } from '#web/api/call.ts'
import { useList } from '#web/api/queries.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { useEditing } from '#web/ui/forms/editable.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { ListEnd } from '#web/ui/states/list-end.tsx'
import { LoadFailure } from '#web/ui/states/load-failure.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { FocusChart } from '../chart/focus-chart.tsx'
import {
  broadcastTimeChange,
  correctFocusSession,
  deleteFocusSession,
  focusSessionsQuery,
  refreshTime,
} from '../focus-calls.ts'
import { formatMinutes, formatMinutesInWords } from '../format-time.ts'
import { discardUnsent } from '../timer/use-timer.ts'
import css from './sessions-dialog.module.css'

type SessionsDialogProps = {
  userId: string
  project: { id: string; title: string }
  onClose: () => void
}

export const SessionsDialog = ({ userId, project, onClose }: SessionsDialogProps) => {
  const { t } = useLingui()
  return (
    <Dialog
      open
      onOpenChange={(open) => open || isCorrecting() || onClose()}
      title={t`Sessions`}
      description={
        <Trans>
          Time spent on “<MemberText text={project.title} />
          ”.
        </Trans>
      }
      width="36rem"
    >
      <FocusChart userId={userId} projectId={project.id} title={t`The last four weeks`} />
      <SessionRows userId={userId} projectId={project.id} />
    </Dialog>
  )
}

/** Escape then leaves the field instead of closing the dialog. */
const isCorrecting = () => document.activeElement?.closest('[role="dialog"] form') != null

function SessionRows({ userId, projectId }: { userId: string; projectId: string }) {
  const { t } = useLingui()
  const list = useList(focusSessionsQuery(projectId))
  const sessions = list.data?.pages.flatMap((page) => page.sessions)
  if (!sessions) {
    if (!list.isError) return <p role="status">{t`Loading sessions`}</p>
    return <LoadFailure title={t`The sessions could not be loaded`} onRetry={() => void list.refetch()} />
  }
  if (sessions.length === 0) return <p>{t`No sessions yet. The focus timer logs them here.`}</p>
  return (
    <section tabIndex={-1} aria-label={t`All sessions`}>
      <ul className={css.sessions}>
        {sessions.map((session) => (
          <SessionRow key={session.id} userId={userId} session={session} />
        ))}
      </ul>
      <ListEnd
        list={list}
        soFar={t`${plural({ count: sessions.length }, { one: '# session so far', other: '# sessions so far' })}`}
      />
    </section>
  )
}

type SessionRowProps = { userId: string; session: FocusSession }

function SessionRow({ userId, session }: SessionRowProps) {
  const { t, i18n } = useLingui()
  const { isEditing, opener, begin: startEditing, end: stopEditing } = useEditing()
  const [isConfirming, setConfirming] = useState(false)
  const { remove } = useSessionWrites(userId, session)
  const day = formatDate(i18n.locale, session.startedAt)
  const minutes = formatMinutesInWords(session.duration)
  return (
    <li>
      <span>
        {day} <span className="meta">{formatTime(i18n.locale, session.startedAt)}</span>
      </span>
      {isEditing ? (
        <CorrectSession userId={userId} session={session} onDone={stopEditing} />
      ) : (
        <span className={css.actions}>
          <b>
            <span className="sr">{minutes}</span>
            <span aria-hidden="true">{formatMinutes(session.duration)}</span>
          </b>
          <IconButton icon={Pencil} ref={opener} aria-label={t`Correct ${minutes} on ${day}`} onClick={startEditing} />
          <IconButton icon={Trash2} aria-label={t`Remove ${minutes} on ${day}`} onClick={() => setConfirming(true)} />
        </span>
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t`Remove this session?`}
        message={t`${minutes} on ${day} will be subtracted from the total. This action cannot be undone.`}
        confirmLabel={t`Remove`}
        busyLabel={t`Removing…`}
        onConfirm={async () => {
          if (await remove()) setConfirming(false)
        }}
      />
    </li>
  )
}

type CorrectSessionProps = { userId: string; session: FocusSession; onDone: () => void }

function CorrectSession({ userId, session, onDone }: CorrectSessionProps) {
  const { t } = useLingui()
  const [input, setInput] = useState(String(session.duration))
  const [isSaving, setSaving] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { correct } = useSessionWrites(userId, session)
  const minutes = Number(input)
  const isValid = /^\d+$/.test(input) && minutes >= 1 && minutes <= workspaceLimits.sessionMinutes
  useEffect(() => field.current?.select(), [])
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSaving || !isValid) return
    if (minutes === session.duration) return onDone()
    setSaving(true)
    const isDone = await correct(minutes)
    setSaving(false)
    if (isDone) onDone()
  }
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isSaving) return
    event.stopPropagation()
    onDone()
  }
  return (
    <form className={css.correctionForm} noValidate onSubmit={(event) => void save(event)} onKeyDown={cancelOnEscape}>
      <label>
        <span className="sr">{t`Minutes`}</span>
        <input
          ref={field}
          className="input"
          inputMode="numeric"
          value={input}
          maxLength={4}
          aria-invalid={!isValid || undefined}
          aria-describedby={isValid ? undefined : `${session.id}-wrong`}
          onChange={({ target }) => setInput(target.value.trim())}
        />
      </label>
      <button
        type="submit"
        className={buttonClass({ size: 'small' })}
        disabled={!isValid}
        aria-disabled={isSaving || undefined}
      >
        {isSaving ? t`Saving...` : t`Save`}
      </button>
      <Button look="second" size="small" onClick={onDone}>{t`Cancel`}</Button>
      {!isValid && (
        <p className="error" id={`${session.id}-wrong`}>
          <Trans>Whole minutes, from 1 to {ph({ sessionMinutes: workspaceLimits.sessionMinutes })}.</Trans>
        </p>
      )}
    </form>
  )
}

function useSessionWrites(userId: string, { id, projectId }: FocusSession) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const change = { userId, projectId }
  const write = async (send: () => Promise<unknown>) => {
    await send()
    broadcastTimeChange(change)
    await refreshTime(queries, change)
  }

  const { write: correct } = useWrite({
    mutationFn: (duration: number) => write(() => correctFocusSession({ params: { id }, body: { duration, userId } })),
    onError: (error) => {
      if (isNotFound(error)) void refreshTime(queries, change)
      notifyFailure(error, getUserMessage(error, t`The session could not be corrected. Please try again.`))
    },
  })

  const { write: remove } = useWrite({
    mutationFn: () => {
      // The server already has the session. A retry after the removal would log it again.
      discardUnsent(queries, userId, id)
      return write(() => deleteFocusSession({ params: { id }, body: { userId } })).catch((error: unknown) => {
        ignoreNotFound(error)
        return refreshTime(queries, change)
      })
    },
    onSuccess: () => showToast({ title: t`Session removed` }),
    onError: (error) =>
      notifyFailure(error, getUserMessage(error, t`The session could not be removed. Please try again.`)),
  })

  return { correct, remove }
}
