import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { FocusSession } from '#contract/focus-sessions.ts'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import css from './sessions-dialog.module.css'
import { useSessionWrites } from './use-session-writes.ts'

type CorrectSessionProps = { userId: string; session: FocusSession; onDone: () => void }

/** Minutes in the place of the minutes. Escape leaves them as they were. */
export function CorrectSession({ userId, session, onDone }: CorrectSessionProps) {
  const [typed, setTyped] = useState(String(session.duration))
  const [isSaving, setSaving] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { correct } = useSessionWrites(userId, session)
  const minutes = Number(typed)
  const isGood = /^\d+$/.test(typed) && minutes >= 1 && minutes <= workspaceLimits.sessionMinutes
  useEffect(() => field.current?.select(), [])
  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSaving || !isGood) return
    if (minutes === session.duration) return onDone()
    setSaving(true)
    const isDone = await correct(minutes)
    setSaving(false)
    if (isDone) onDone()
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || isSaving) return
    event.stopPropagation()
    onDone()
  }
  return (
    <form className={css.correct} noValidate onSubmit={(event) => void save(event)} onKeyDown={leave}>
      <label>
        <span className="sr">Minutes</span>
        <input
          ref={field}
          className="input"
          inputMode="numeric"
          value={typed}
          maxLength={4}
          aria-invalid={!isGood || undefined}
          aria-describedby={isGood ? undefined : `${session.id}-wrong`}
          onChange={({ target }) => setTyped(target.value.trim())}
        />
      </label>
      <button
        type="submit"
        className={buttonClass({ size: 'small' })}
        disabled={!isGood}
        aria-disabled={isSaving || undefined}
      >
        {isSaving ? 'Saving…' : 'Save'}
      </button>
      <Button look="second" size="small" onClick={onDone}>
        Cancel
      </Button>
      {!isGood && (
        <p className="error" id={`${session.id}-wrong`}>
          Whole minutes, from 1 to {workspaceLimits.sessionMinutes}.
        </p>
      )}
    </form>
  )
}
