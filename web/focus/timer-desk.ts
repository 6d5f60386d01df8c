import { workspaceDelays } from '#contract/workspace-limits.ts'
import { type Clocks, honestClock } from './honest-clock.ts'
import { type Ending, type KeptTimer, readTimer, timerKey, type Unsent, unsentKey } from './kept-timer.ts'
import {
  type EndEvent,
  idleTimer,
  left,
  type ProjectName,
  type Run,
  step,
  type Timer,
  type TimerEvent,
} from './timer-model.ts'
import { type Answer, type Kept, openOutbox } from './unsent-sessions.ts'

/** What the world around a timer is made of. */
export type DeskPorts = {
  userId: string
  clocks: Clocks
  kept: Kept
  after: (ms: number, run: () => void) => () => void
  send: (session: Unsent) => Promise<Answer>
  newId: () => string
  /** A tab that nobody sees lets one that somebody does go first. */
  isHidden: () => boolean
  /** A run has ended here, after so many whole minutes. */
  onEnded: (run: Run, minutes: number, ranOut: boolean) => void
  onSentElsewhere: (session: Unsent) => void
}

export type DeskView = {
  timer: Timer
  unsent: Unsent[]
  /** It was ended, and is logged as soon as it is sure what time that was. */
  isEnding: boolean
  /** False when this browser cannot keep it: it is then gone with the page. */
  isKept: boolean
}

export type TimerDesk = ReturnType<typeof openDesk>

/** How long, in milliseconds, hidden tabs leave a timer that has run out to one that is seen. */
const courtesy = 1_500
/** How long, in milliseconds, a run that another tab has ended is left to that tab. */
const patience = 5_000
/** So far, in milliseconds, the clock may go from what is kept of it. */
const drift = 1_000

/**
 * One person's timer in one tab. The truth is what local storage has, which all tabs share; where that does not
 * work, it is what this tab remembers.
 */
export function openDesk({ userId, kept, after, isHidden, newId, onEnded, ...ports }: DeskPorts) {
  const key = timerKey(userId)
  const listeners = new Set<() => void>()
  let timer = idleTimer
  /** Whether the run was begun by the site's time; otherwise by this machine's. */
  let isSiteTime = false
  let isKept = true
  let isClosed = false
  /** Waits for the clock to be sure, for it counts minutes. It is kept with the run: the page may not live so long. */
  let ending: Ending | undefined
  let isEndedHere = true
  let keptAhead = 0
  /** Sessions that ended here: a tab that had not heard of it may have written them back. */
  const over = new Set<string>()
  let cancel = () => {}
  const clock = honestClock(ports.clocks, corrected)
  const outbox = openOutbox({
    key: unsentKey(userId),
    kept,
    after,
    send: ports.send,
    changed: show,
    onSentElsewhere: ports.onSentElsewhere,
  })
  let view: DeskView = viewNow()

  const stopHearing = kept.onChange(key, (value) => {
    adopt(value)
    show()
    tick()
  })
  adopt(kept.read(key), true)
  void clock.ask()
  show()
  tick()
  outbox.retry()

  /** Takes over what is kept: by another tab just now, or by a page before this one, when the clock may be another. */
  function adopt(value: unknown, isFirst = false) {
    const found = readTimer(value)
    if (!found) return
    const isEndNew = found.ending !== undefined && !ending
    const isEndLost = !found.ending && isEndOf(found.timer.run)
    const isOld = isSame(found.timer, timer) && found.isSiteTime === isSiteTime
    if (isOld && !isEndNew && !isEndLost) return
    if (found.timer.run && over.has(found.timer.run.sessionId)) return write()
    timer = found.timer
    isSiteTime = found.isSiteTime
    if (isEndNew) isEndedHere = isFirst
    if (!isEndLost) ending = found.ending
    if (timer.run) goOnFrom(found, timer.run, isFirst)
    if (isEndLost) write()
  }

  function goOnFrom({ ahead, isGuess }: KeptTimer, { startedAt }: Run, isFirst: boolean) {
    keptAhead = ahead
    // A run that was begun by the site's time is not for a guess to measure where the site's time is known.
    const isBetter = isSiteTime && isGuess && clock.isSiteTime()
    if (isFirst || !isBetter) clock.goOnFrom(ahead, !isGuess && !isFirst)
    clock.notBefore(startedAt)
    if (isGuess && !isFirst) void clock.ask()
  }

  function isEndOf(run: Run | null) {
    return ending !== undefined && run?.sessionId === ending.event.sessionId
  }

  function does(event: TimerEvent) {
    if (isClosed) return
    if (isKept) adopt(kept.read(key))
    const now = clock.now()
    const isForRun = 'sessionId' in event && event.sessionId === timer.run?.sessionId
    if (isForRun && ending) return
    if (isForRun && !clock.isSure() && event.type === 'tick') return
    if (isForRun && !clock.isSure() && isEnd(event)) return endLater(event)
    take(event, now)
  }

  function endLater(event: EndEvent) {
    ending = { event, wall: ports.clocks.wall() }
    isEndedHere = true
    change(timer)
  }

  function end() {
    if (isKept) adopt(kept.read(key))
    if (!ending) return
    const { event } = ending
    const at = endTime(ending)
    ending = undefined
    take(event, at)
  }

  function endTime({ wall }: Ending) {
    return Math.min(wall + clock.ahead(), clock.now())
  }

  function take(event: TimerEvent, now: number) {
    const before = timer
    const { timer: next, effects } = step(timer, event, now)
    if (next.run?.sessionId !== before.run?.sessionId) {
      isSiteTime = clock.isSiteTime()
      if (before.run) over.add(before.run.sessionId)
    }
    if (next !== before) change(next)
    else show()
    for (const effect of effects) {
      if (effect.type === 'log') outbox.add(effect.session)
      else if (before.run) onEnded(before.run, effect.minutes, effect.ranOut)
    }
  }

  function change(next: Timer) {
    timer = next
    write()
    show()
    tick()
  }

  function write() {
    const ahead = clock.ahead()
    isKept = kept.keep(key, { timer, ahead, isGuess: !clock.isSiteTime(), isSiteTime, ending })
    keptAhead = ahead
    // What cannot be written over must not come back as a timer that still runs.
    if (!isKept && !timer.run) kept.forget(key)
  }

  function corrected(by: number) {
    if (isClosed) return
    if (isKept) adopt(kept.read(key))
    const isMoved = timer.run && !isSiteTime && clock.isSiteTime()
    if (isMoved && timer.run) {
      isSiteTime = true
      change({ ...timer, run: { ...timer.run, startedAt: timer.run.startedAt + by } })
    } else if (isAdrift()) change({ ...timer })
    else tick()
  }

  /** A page after this one may not reach the site: it goes on from what is kept. */
  function isAdrift() {
    return timer.run !== null && Math.abs(clock.ahead() - keptAhead) > drift
  }

  function tick() {
    cancel()
    const { run } = timer
    if (!run) return tell()
    const rest = left(run, clock.now())
    if (ending) endWhenSure()
    else if (rest > 0) cancel = after(rest % workspaceDelays.timerTick || workspaceDelays.timerTick, tick)
    else if (clock.isSure()) runOut(run)
    tell()
  }

  function endWhenSure() {
    if (!isEndedHere) cancel = after(patience, end)
    else if (clock.isSure()) end()
  }

  function runOut({ sessionId }: Run) {
    if (isHidden()) cancel = after(courtesy, () => does({ type: 'tick', sessionId }))
    else does({ type: 'tick', sessionId })
  }

  function show() {
    view = viewNow()
    tell()
  }

  function viewNow(): DeskView {
    return { timer, unsent: outbox.read(), isEnding: ending !== undefined, isKept: isKept && outbox.isKept() }
  }

  /** The page goes. What is kept waits for the next one; what is not is done now, by the best guess. */
  function leave() {
    if (ending && !isKept) end()
    else if (isAdrift()) write()
  }

  function tell() {
    for (const listener of listeners) listener()
  }

  return {
    read: () => view,
    /** Milliseconds that the timer has left; null while it does not run. */
    left: () => timer.run && left(timer.run, ending ? endTime(ending) : clock.now()),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    choose: (choice: { minutes?: number; projectId?: string }) => does({ type: 'choose', ...choice }),
    start: (project: ProjectName) => does({ type: 'start', sessionId: newId(), project: nameOf(project) }),
    finish: (sessionId: string) => does({ type: 'finish', sessionId }),
    stop: (sessionId: string) => does({ type: 'stop', sessionId }),
    change: (sessionId: string, project: ProjectName) =>
      does({ type: 'switch', sessionId, next: { sessionId: newId(), project: nameOf(project) } }),
    outbox,
    /** The network is back, or the tab is looked at again: one that was put aside has heard nothing meanwhile. */
    wake: () => {
      if (isKept) adopt(kept.read(key))
      show()
      outbox.retry()
      void clock.ask()
      tick()
    },
    leave,
    close: () => {
      leave()
      isClosed = true
      cancel()
      stopHearing()
      outbox.close()
      listeners.clear()
    },
  }
}

const isEnd = (event: TimerEvent): event is EndEvent => event.type === 'finish' || event.type === 'switch'

const isSame = (one: Timer, other: Timer) => JSON.stringify(one) === JSON.stringify(other)

/** No more of a project than is kept. */
const nameOf = ({ id, title }: ProjectName) => ({ id, title })
