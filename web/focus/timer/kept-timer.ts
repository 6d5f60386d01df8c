import { workspaceLimits } from '#contract/workspace-limits.ts'
import { isTime, readKept } from '#web/browser/local-storage.ts'
import { timerKey, unsentKey } from './timer-keys.ts'
import { idleTimer, isOffered, type ProjectName, type Run, type Session, type Timer } from './timer-model.ts'

/** Local storage, or what stands in for it in tests. */
export type LocalStorage = {
  read: (key: string) => unknown
  keep: (key: string, value: unknown) => boolean
  forget: (key: string) => void
  onChange: (key: string, listener: (value: unknown) => void) => () => void
}

/** A session that the server is not known to have. With a `problem` it waits for a person, not for the network. */
export type Unsent = Session & { problem?: string }

/** What one browser keeps of a timer. */
export type KeptTimer = {
  timer: Timer
  /** How far, in milliseconds, the honest clock is before the machine's. */
  ahead: number
  /** Whether that is a guess, because the site could not be asked. */
  isGuess: boolean
  /** Whether the run was begun by the site's time. */
  isSiteTime: boolean
}

/** Anybody can write to local storage: what has not our shape is as good as nothing. */
export function readTimer(value: unknown): KeptTimer | undefined {
  if (!isRecord(value) || !isRecord(value.timer)) return undefined
  const { minutes, projectId, run } = value.timer
  const timer = {
    minutes: isOffered(minutes) ? minutes : idleTimer.minutes,
    projectId: typeof projectId === 'string' ? projectId : null,
    run: isRun(run) ? run : null,
  }
  return {
    timer,
    ahead: isTime(value.ahead) ? value.ahead : 0,
    isGuess: value.isGuess !== false,
    isSiteTime: value.isSiteTime === true,
  }
}

type KeptSessions = { waiting: Unsent[]; done: string[] }

/** So many sessions that were sent are remembered, so that no tab takes them up again. */
export const remembered = 100

export function readUnsent(value: unknown): KeptSessions {
  if (!isRecord(value)) return { waiting: [], done: [] }
  const { waiting, done } = value
  return {
    waiting: Array.isArray(waiting) ? waiting.filter(isUnsent) : [],
    done: Array.isArray(done) ? done.filter((id) => typeof id === 'string') : [],
  }
}

/** The sessions of a member that this browser has and the server does not. */
export const unsentOf = (userId: string) => readUnsent(readKept(unsentKey(userId))).waiting

export const isTimerRunning = (userId: string) => Boolean(readTimer(readKept(timerKey(userId)))?.timer.run)

/** Marks a session as done where the list is kept, so that no tab sends it. */
export function dropKept({ read, keep }: Pick<LocalStorage, 'read' | 'keep'>, key: string, id: string) {
  const { waiting, done } = readUnsent(read(key))
  keep(key, {
    waiting: waiting.filter((each) => each.id !== id),
    done: [...done, id].slice(-remembered),
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isMinutes = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= workspaceLimits.sessionMinutes

const isProject = (value: unknown): value is ProjectName =>
  isRecord(value) && typeof value.id === 'string' && typeof value.title === 'string'

const isRun = (value: unknown): value is Run =>
  isRecord(value) &&
  typeof value.sessionId === 'string' &&
  isProject(value.project) &&
  isOffered(value.minutes) &&
  isTime(value.startedAt)

const isUnsent = (value: unknown): value is Unsent =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  isProject(value.project) &&
  isMinutes(value.minutes) &&
  isTime(value.startedAt)
