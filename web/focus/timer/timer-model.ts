import { workspaceLimits } from '#contract/workspace-limits.ts'

const minute = 60_000

export type ProjectName = { id: string; title: string }

/** A timer that runs. Times are milliseconds of the honest clock (honest-clock.ts). */
export type Run = { sessionId: string; project: ProjectName; minutes: number; startedAt: number }

/** What a person has set, and what runs; `run` is null while nothing does. */
export type Timer = { minutes: number; projectId: string | null; run: Run | null }

/** Time that was focused and is to be logged, under the id that was chosen when it began. */
export type Session = { id: string; project: ProjectName; minutes: number; startedAt: number }

/** What is meant for a run names its session: a run that another tab has ended or replaced meanwhile is left alone. */
export type TimerEvent =
  | { type: 'choose'; minutes?: number; projectId?: string }
  | { type: 'start'; sessionId: string; project: ProjectName }
  | { type: 'tick'; sessionId: string }
  | { type: 'finish'; sessionId: string }
  | { type: 'stop'; sessionId: string }
  | { type: 'switch'; sessionId: string; next: { sessionId: string; project: ProjectName } }

/** What ends a run so that its minutes count. */
export type EndEvent = Extract<TimerEvent, { type: 'finish' | 'switch' }>

type Effect =
  | { type: 'log'; session: Session }
  /** A run came to its end, by the clock or by hand, after so many whole minutes. */
  | { type: 'ended'; minutes: number; ranOut: boolean }

type Step = { timer: Timer; effects: Effect[] }

export const durations = [15, workspaceLimits.timerMinutes, 45, 60] as const

export const isOffered = (minutes: unknown): minutes is number => durations.some((each) => each === minutes)

export const idleTimer: Timer = { minutes: workspaceLimits.timerMinutes, projectId: null, run: null }

/** What an event makes of the timer, and what has to be done about it. An event that fits nothing changes nothing. */
export function step(timer: Timer, event: TimerEvent, now: number): Step {
  if (event.type === 'choose') return same({ ...timer, ...chosen(timer, event) })
  if (event.type === 'start') return timer.run ? same(timer) : same(started(timer, event, now))
  const { run } = timer
  if (run?.sessionId !== event.sessionId) return same(timer)
  const idle = { ...timer, run: null }
  switch (event.type) {
    case 'stop':
      return same(idle)
    case 'tick':
      return isOver(run, now) ? { timer: idle, effects: ended(run, now, true) } : same(timer)
    case 'finish':
      return { timer: idle, effects: ended(run, now, isOver(run, now)) }
    case 'switch':
      return { timer: started(idle, event.next, now), effects: ended(run, now, isOver(run, now)) }
  }
}

const same = (timer: Timer): Step => ({ timer, effects: [] })

function chosen(timer: Timer, { minutes, projectId }: { minutes?: number; projectId?: string }) {
  return {
    minutes: isOffered(minutes) ? minutes : timer.minutes,
    projectId: projectId ?? timer.projectId,
  }
}

function started(timer: Timer, { sessionId, project }: Pick<Run, 'sessionId' | 'project'>, now: number) {
  const run = { sessionId, project, minutes: timer.minutes, startedAt: now }
  return { ...timer, projectId: project.id, run }
}

function ended(run: Run, now: number, ranOut: boolean): Effect[] {
  const minutes = wholeMinutes(run, now)
  const { sessionId: id, project, startedAt } = run
  const logged: Effect[] = minutes > 0 ? [{ type: 'log', session: { id, project, minutes, startedAt } }] : []
  return [...logged, { type: 'ended', minutes, ranOut }]
}

/** Milliseconds since the start: never less than none, and never more than were chosen, whatever the clock says. */
const passed = (run: Run, now: number) => Math.min(Math.max(now - run.startedAt, 0), run.minutes * minute)

export const left = (run: Run, now: number) => run.minutes * minute - passed(run, now)
const isOver = (run: Run, now: number) => left(run, now) === 0

/** What is logged of a run. Exported for its test alone. */
export const wholeMinutes = (run: Run, now: number) => Math.floor(passed(run, now) / minute)
