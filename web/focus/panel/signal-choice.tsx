import { useState } from 'react'
import check from '#web/ui/forms/check.module.css'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { keepSignals, mayNotify, readSignals, ring } from '../timer/timer-signals.ts'
import css from './focus-timer.module.css'

/** How else to be told that the time is over. Both are off until somebody turns them on. */
export function SignalChoice({ userId }: { userId: string }) {
  const [signals, setSignals] = useState(() => readSignals(userId))
  // Another tab, or a question of the browser's that was open for long, may have changed them meanwhile.
  const change = (changed: Partial<typeof signals>) => {
    const next = { ...readSignals(userId), ...changed }
    setSignals(next)
    keepSignals(userId, next)
  }
  const changeNotice = async (notice: boolean) => {
    if (notice && !(await mayNotify())) {
      showToast({
        title: 'Notifications are off',
        description: 'This browser does not allow them here. Its settings for this site can.',
        variant: 'destructive',
      })
      return
    }
    change({ notice })
  }
  return (
    <fieldset className={css.signals}>
      <legend>When the time is over</legend>
      <label>
        <input
          className={check.check}
          type="checkbox"
          checked={signals.sound}
          onChange={({ target }) => {
            if (target.checked) ring()
            change({ sound: target.checked })
          }}
        />
        Ring
      </label>
      <label>
        <input
          className={check.check}
          type="checkbox"
          checked={signals.notice}
          onChange={({ target }) => void changeNotice(target.checked)}
        />
        Notify
      </label>
    </fieldset>
  )
}
