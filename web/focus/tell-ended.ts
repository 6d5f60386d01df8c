import { counted } from '#web/ui/number.ts'
import { showToast } from '#web/ui/toast-store.ts'
import { notify, readSignals, ring } from './timer-signals.ts'

const title = 'Focus session completed!'

/** Says that a run has ended; when its time was over, also in the ways the person has turned on. */
export function tellEnded(userId: string, minutes: number, ranOut: boolean) {
  const description =
    minutes > 0 ? `Great work! You focused for ${counted(minutes, 'minute')}.` : 'Session completed!'
  showToast({ title, description })
  if (!ranOut) return
  const { sound, notice } = readSignals(userId)
  if (sound) ring()
  if (notice) notify(title, description)
}
