import { counted } from '#web/ui/number.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import type { Run } from './timer-model.ts'
import { notify, readSignals, ring } from './timer-signals.ts'

const title = 'Focus session completed!'
/** How long, in milliseconds, one window's telling keeps others from it: each sees the end within a moment. */
const hold = 2_000

/** Says that a run has ended; when its time was over, in one window and also in the ways the person has turned on. */
export async function tellEnded(userId: string, { sessionId }: Run, minutes: number, ranOut: boolean) {
  const description =
    minutes > 0 ? `Great work! You focused for ${counted(minutes, 'minute')}.` : 'Session completed!'
  if (!ranOut) return showToast({ title, description })
  if (!(await isFirst(`foldout:${userId}:ended:${sessionId}`))) return
  showToast({ title, description })
  const { sound, notice } = readSignals(userId)
  if (sound) ring()
  if (notice) notify(title, description)
}

/** Whether no other window has asked the same just now. Without locks, as over plain http, each is the first. */
async function isFirst(name: string) {
  if (!('locks' in navigator)) return true
  const { promise, resolve } = Promise.withResolvers<boolean>()
  navigator.locks
    .request(name, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock && new Promise<void>((over) => setTimeout(over, hold))
    })
    .catch(() => resolve(true))
  return promise
}
