import type { QueryClient } from '@tanstack/react-query'
import { readKept } from '#web/browser/local-storage.ts'
import { sendSession } from '../write-time.ts'
import { readTimer, readUnsent } from './kept-timer.ts'
import { dropUnsent } from './shared-timer.ts'
import { timerKey, unsentKey } from './timer-keys.ts'

/** The sessions of a member that this browser has and the server does not. */
export const unsentOf = (userId: string) => readUnsent(readKept(unsentKey(userId))).waiting

export const isTimerRunning = (userId: string) => Boolean(readTimer(readKept(timerKey(userId)))?.timer.run)

/** Sends each of them once more, without waiting for its turn. */
export async function sendUnsent(queries: QueryClient, userId: string) {
  for (const session of unsentOf(userId)) {
    if (session.problem !== undefined) continue
    const { is } = await sendSession(queries, userId, session)
    if (is === 'logged') dropUnsent(userId, session.id)
  }
}
