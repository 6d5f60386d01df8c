import { delays } from '#contract/limits.ts'
import type { Session } from '#contract/sessions.ts'
import { ApiError } from '#web/api/api.ts'
import { type Clock, type HeldToken, hold, msLeft, msUntilDue } from './held-token.ts'

/** What tabs of one browser tell each other about a session. Times are durations: clocks may be wrong. */
export type Word = { say: 'ask' } | { say: 'ended' } | { say: 'token'; token: string; msLeft: number }

/** The tabs of this browser in which the same person is signed in. */
export type Tabs = {
  /** Calls back when this tab is the one that asks the server, until it leaves. */
  lead: (begin: () => void) => void
  tell: (word: Word) => void
  hear: (heard: (word: Word) => void) => void
  leave: () => void
}

export type Keeping = {
  userId: string
  read: () => Promise<Session>
  clock: Clock
  isOnline: () => boolean
  tabs: Tabs
  /** The server has refused: nobody is signed in any more. */
  onEnded: () => void
  /** The session is somebody else's by now. */
  onChanged: () => void
}

/** Never longer than this, in milliseconds, between two tries to refresh. */
const longestWait = 30_000
/** How long, in milliseconds, a tab that was refused keeps the others from asking too. */
const handover = 1_000

/**
 * Keeps a session fresh ahead of its end: one tab asks and tells the others, and the next takes over when it goes.
 * What fails is tried again until it succeeds; a refusal ends it in every tab.
 */
export function startKeeping({ userId, read, clock, isOnline, tabs, ...on }: Keeping) {
  let held: HeldToken | undefined
  let tries = 0
  let isLeading = false
  let isAsking = false
  let isOver = false
  let cancel = () => {}

  tabs.hear(heard)
  tabs.lead(() => {
    isLeading = true
    doWhatIsDue()
  })
  tabs.tell({ say: 'ask' })

  function doWhatIsDue() {
    cancel()
    if (isOver || !isLeading || isAsking) return
    const wait = held ? msUntilDue(held, clock) : 0
    if (wait > 0) cancel = clock.after(wait, doWhatIsDue)
    else void refresh()
  }

  async function refresh() {
    isAsking = true
    const answer = await read().catch((error: unknown) => error)
    isAsking = false
    if (isOver) return
    if (isRefusal(answer)) end()
    else if (!isSession(answer)) tryLater()
    else if (answer.user.id === userId) take(answer)
    else {
      on.onChanged()
      tryLater()
    }
  }

  function take(session: Session) {
    tries = 0
    held = hold(session.access_token, session.expires_in * 1000, clock)
    share()
    doWhatIsDue()
  }

  /** Offline nothing is tried: going online asks at once. */
  function tryLater() {
    if (!isOnline()) return
    cancel = clock.after(Math.min(delays.refreshRetry * 2 ** tries, longestWait), doWhatIsDue)
    tries += 1
  }

  function heard(word: Word) {
    if (isOver) return
    if (word.say === 'ended') {
      stop()
      on.onEnded()
    } else if (word.say === 'token') held = hold(word.token, word.msLeft, clock)
    else if (isLeading) share()
  }

  function share() {
    if (held) tabs.tell({ say: 'token', token: held.token, msLeft: msLeft(held, clock) })
  }

  /** The others hear of it before one of them may lead. */
  function end() {
    tabs.tell({ say: 'ended' })
    stop(() => clock.after(handover, tabs.leave))
    on.onEnded()
  }

  function stop(leave = tabs.leave) {
    if (isOver) return
    isOver = true
    held = undefined
    cancel()
    leave()
  }

  return {
    stop: () => stop(),
    /** For the moment a sleeping or offline machine is back. */
    check: () => {
      tries = 0
      doWhatIsDue()
    },
    token: () => (held && msLeft(held, clock) > 0 ? held.token : undefined),
  }
}

const isRefusal = (answer: unknown) => answer instanceof ApiError && answer.status === 401
const isSession = (answer: unknown): answer is Session =>
  typeof answer === 'object' && answer !== null && 'access_token' in answer
