import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { FocusSession } from '#contract/focus-sessions.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { useEditing } from '#web/ui/forms/use-editing.ts'
import { counted } from '#web/ui/number.ts'
import { dayInWords, dayOf, ownTimeZone } from '../chart/focus-days.ts'
import { spentTime } from '../shown-time.ts'
import { CorrectSession } from './correct-session.tsx'
import css from './sessions-dialog.module.css'
import { useSessionWrites } from './use-session-writes.ts'

type SessionRowProps = { userId: string; session: FocusSession }

/** A day and its minutes, which can be corrected or removed. */
export function SessionRow({ userId, session }: SessionRowProps) {
  const { isEditing, opener, begin, end } = useEditing()
  const [isAsking, setAsking] = useState(false)
  const { remove } = useSessionWrites(userId, session)
  const began = new Date(session.startedAt)
  const day = dayInWords(dayOf(began, ownTimeZone()))
  const minutes = counted(session.duration, 'minute')
  return (
    <li>
      <span>
        {day} <span className="meta">{hour.format(began)}</span>
      </span>
      {isEditing ? (
        <CorrectSession userId={userId} session={session} onDone={end} />
      ) : (
        <span className={css.acts}>
          <b>
            <span className="sr">{minutes}</span>
            <span aria-hidden="true">{spentTime(session.duration)}</span>
          </b>
          <IconButton ref={opener} aria-label={`Correct ${minutes} on ${day}`} onClick={begin}>
            <Pencil className="ico" aria-hidden="true" />
          </IconButton>
          <IconButton aria-label={`Remove ${minutes} on ${day}`} onClick={() => setAsking(true)}>
            <Trash2 className="ico" aria-hidden="true" />
          </IconButton>
        </span>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Remove this session?"
        sentence={`${minutes} on ${day} ${session.duration === 1 ? 'is' : 'are'} taken off the total. This action cannot be undone.`}
        confirmLabel="Remove"
        busyLabel="Removing..."
        onConfirm={async () => {
          if (await remove()) setAsking(false)
        }}
      />
    </li>
  )
}

const hour = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
