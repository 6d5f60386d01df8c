import { workspaceLimits } from '#contract/workspace-limits.ts'
import { isTime, readStored } from '#web/browser/local-storage.ts'
import { memberKey, type StorageKey } from '#web/browser/storage-keys.ts'

const minuteMs = 60_000

export type ProjectName = { id: string; title: string }

/** A running timer. `startedAt`: the machine's time in milliseconds. */
export type Run = { sessionId: string; project: ProjectName; minutes: number; startedAt: number }

export type Timer = { minutes: number; projectId: string | null; run: Run | null }

export type Session = { id: string; project: ProjectName; minutes: number; startedAt: number }

/** Events for a run name its session, so that they never affect a newer run from another tab. */
export type TimerEvent =
  | { type: 'choose'; minutes?: number; projectId?: string }
  | { type: 'start'; sessionId: string; project: ProjectName }
  | { type: 'tick'; sessionId: string }
  | { type: 'finish'; sessionId: string }
  | { type: 'stop'; sessionId: string }
  | { type: 'switch'; sessionId: string; next: { sessionId: string; project: ProjectName } }

type Effect =
  | { type: 'log'; session: Session }
  /** The run ended after this many whole minutes. `ranOut`: the full time had passed. */
  | { type: 'ended'; minutes: number; ranOut: boolean }

type Transition = { timer: Timer; effects: Effect[] }

export const durations = [15, workspaceLimits.timerMinutes, 45, 60] as const

const isDuration = (minutes: unknown): minutes is number => durations.some((duration) => duration === minutes)

export const idleTimer: Timer = { minutes: workspaceLimits.timerMinutes, projectId: null, run: null }

/** Returns the next state and effects. Ignores events that do not apply. */
export function reduce(timer: Timer, event: TimerEvent, now: number): Transition {
  if (event.type === 'choose') return unchanged({ ...timer, ...applyChoice(timer, event) })
  if (event.type === 'start') return timer.run ? unchanged(timer) : unchanged(startRun(timer, event, now))
  const { run } = timer
  if (run?.sessionId !== event.sessionId) return unchanged(timer)
  const idle = { ...timer, run: null }
  switch (event.type) {
    case 'stop':
      return unchanged(idle)
    case 'tick':
      return isFinished(run, now) ? { timer: idle, effects: endEffects(run, now, true) } : unchanged(timer)
    case 'finish':
      return { timer: idle, effects: endEffects(run, now, isFinished(run, now)) }
    case 'switch':
      return { timer: startRun(idle, event.next, now), effects: endEffects(run, now, isFinished(run, now)) }
  }
}

const unchanged = (timer: Timer): Transition => ({ timer, effects: [] })

function applyChoice(timer: Timer, { minutes, projectId }: { minutes?: number; projectId?: string }) {
  return {
    minutes: isDuration(minutes) ? minutes : timer.minutes,
    projectId: projectId ?? timer.projectId,
  }
}

function startRun(timer: Timer, { sessionId, project }: Pick<Run, 'sessionId' | 'project'>, now: number) {
  const run = { sessionId, project, minutes: timer.minutes, startedAt: now }
  return { ...timer, projectId: project.id, run }
}

function endEffects(run: Run, now: number, ranOut: boolean): Effect[] {
  const minutes = elapsedMinutes(run, now)
  const { sessionId: id, project, startedAt } = run
  const logged: Effect[] = minutes > 0 ? [{ type: 'log', session: { id, project, minutes, startedAt } }] : []
  return [...logged, { type: 'ended', minutes, ranOut }]
}

/** Elapsed milliseconds, between 0 and the chosen duration. */
const elapsedMs = (run: Run, now: number) => Math.min(Math.max(now - run.startedAt, 0), run.minutes * minuteMs)

export const remainingMs = (run: Run, now: number) => run.minutes * minuteMs - elapsedMs(run, now)
const isFinished = (run: Run, now: number) => remainingMs(run, now) === 0

export const elapsedMinutes = (run: Run, now: number) => Math.floor(elapsedMs(run, now) / minuteMs)

export type LocalStorage = {
  read: (key: string) => unknown
  persist: (key: StorageKey, value: unknown) => boolean
  remove: (key: string) => void
  onChange: (key: string, listener: (value: unknown) => void) => () => void
}

/** A session that the server may not have. One with a `problem` needs the member's decision instead of a retry. */
export type UnsentSession = Session & { problem?: string }

/** Ignores values of another shape, because anyone can write to local storage. */
export function parseStoredTimer(value: unknown): Timer | undefined {
  if (!isRecord(value) || !isRecord(value.timer)) return undefined
  const { minutes, projectId, run } = value.timer
  // Version 1.0 stored starts by a clock that was ahead of the machine's by this many milliseconds.
  const ahead = isTime(value.ahead) ? value.ahead : 0
  return {
    minutes: isDuration(minutes) ? minutes : idleTimer.minutes,
    projectId: typeof projectId === 'string' ? projectId : null,
    run: isRun(run) ? { ...run, startedAt: run.startedAt - ahead } : null,
  }
}

type StoredSessions = { waiting: UnsentSession[]; done: string[] }

/** How many sent sessions to remember, so that no tab sends them again. */
export const maxDoneSessions = 100

export function parseStoredSessions(value: unknown): StoredSessions {
  if (!isRecord(value)) return { waiting: [], done: [] }
  const { waiting, done } = value
  return {
    waiting: Array.isArray(waiting) ? waiting.filter(isUnsent) : [],
    done: Array.isArray(done) ? done.filter((id) => typeof id === 'string') : [],
  }
}

export const readUnsentSessions = (userId: string) => parseStoredSessions(readStored(unsentKey(userId))).waiting

export const isTimerRunning = (userId: string) => Boolean(parseStoredTimer(readStored(timerKey(userId)))?.run)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isMinutes = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= workspaceLimits.sessionMinutes

const isProject = (value: unknown): value is ProjectName =>
  isRecord(value) && typeof value.id === 'string' && typeof value.title === 'string'

const isRun = (value: unknown): value is Run =>
  isRecord(value) &&
  typeof value.sessionId === 'string' &&
  isProject(value.project) &&
  isDuration(value.minutes) &&
  isTime(value.startedAt)

const isUnsent = (value: unknown): value is UnsentSession =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  isProject(value.project) &&
  isMinutes(value.minutes) &&
  isTime(value.startedAt)

export const timerKey = (userId: string) => memberKey(userId, 'timer')
export const unsentKey = (userId: string) => memberKey(userId, 'unsent-sessions')
