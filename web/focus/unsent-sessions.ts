import { readUnsent, type Unsent } from './kept-timer.ts'
import type { ProjectName, Session } from './timer-model.ts'

/** Local storage, or what stands in for it in tests. */
export type Kept = {
  read: (key: string) => unknown
  keep: (key: string, value: unknown) => boolean
  forget: (key: string) => void
  onChange: (key: string, listener: (value: unknown) => void) => () => void
}

/** What became of sending a session: the server has it, it will not take it, nobody is signed in, or try later. */
export type Answer =
  | { is: 'logged' }
  | { is: 'refused'; problem: string }
  | { is: 'signed out' }
  | { is: 'lost' }
  /** The server was reached and could not do it: others may get through. */
  | { is: 'failed' }

export type Outbox = ReturnType<typeof openOutbox>

type Ports = {
  key: string
  kept: Kept
  send: (session: Session) => Promise<Answer>
  after: (ms: number, run: () => void) => () => void
  changed: () => void
  /** Another tab has sent it. */
  onSentElsewhere: (session: Session) => void
}

const firstWait = 2_000
const longestWait = 60_000
/** So many sessions that were sent are remembered, so that no tab takes them up again. */
const remembered = 100

/**
 * Sessions on their way to the server. Tabs write the list over each other, so each keeps what it knows and merges:
 * a session waits as long as any tab has it and none has seen it done. Sent twice, it counts once, by its id.
 */
export function openOutbox({ key, kept, send, after, changed, onSentElsewhere }: Ports) {
  const waiting = new Map<string, Unsent>()
  let done = new Set<string>()
  let isKept = true
  let isSending = false
  let isClosed = false
  /** The server did not know whose they are. */
  let isSignedOut = false
  let tries = 0
  let cancel = () => {}
  let shown: Unsent[] = []

  const stopHearing = kept.onChange(key, (value) => {
    merge(value)
    changed()
  })
  merge(kept.read(key))

  function merge(value: unknown) {
    const before = readUnsent(value)
    done = new Set([...before.done, ...done].slice(-remembered))
    for (const each of before.waiting) if (!waiting.has(each.id)) waiting.set(each.id, each)
    for (const [id, session] of waiting) {
      if (!done.has(id)) continue
      waiting.delete(id)
      onSentElsewhere(session)
    }
    const isMissing = [...waiting.keys()].some((id) => !before.waiting.some((each) => each.id === id))
    if (isMissing || before.waiting.some(({ id }) => done.has(id))) write()
    shown = [...waiting.values()]
  }

  function change(id: string, next: Unsent | undefined) {
    merge(kept.read(key))
    if (next) waiting.set(id, next)
    else {
      waiting.delete(id)
      done.add(id)
    }
    write()
    shown = [...waiting.values()]
    changed()
  }

  function write() {
    isKept = kept.keep(key, { waiting: [...waiting.values()], done: [...done] })
  }

  /** Sends what waits, one after the other, until each had its turn or the server cannot be reached. */
  async function sendAll() {
    cancel()
    if (isSending || isClosed) return
    isSending = true
    const failed = new Set<string>()
    let end: 'lost' | 'signed out' | undefined
    for (let next = nextOf(waiting, failed); next && !isClosed; next = nextOf(waiting, failed)) {
      const answer = await send(next).catch(() => ({ is: 'failed' }) as const)
      if (!waiting.has(next.id)) continue
      if (answer.is === 'logged') change(next.id, undefined)
      else if (answer.is === 'refused') change(next.id, { ...next, problem: answer.problem })
      else if (answer.is === 'failed') failed.add(next.id)
      else {
        end = answer.is
        break
      }
    }
    isSending = false
    isSignedOut = end === 'signed out'
    changed()
    const isDone = !end && failed.size === 0
    tries = isDone || isSignedOut ? 0 : tries + 1
    if (isClosed || isDone) return
    const wait = isSignedOut ? longestWait : firstWait * 2 ** (tries - 1)
    cancel = after(Math.min(wait, longestWait), () => void sendAll())
  }

  return {
    read: () => shown,
    isKept: () => isKept,
    isSignedOut: () => isSignedOut,
    add: (session: Session) => {
      change(session.id, session)
      void sendAll()
    },
    /** What the server would not take goes to another project. */
    move: (session: Session, project: ProjectName) => {
      change(session.id, { id: session.id, project, minutes: session.minutes, startedAt: session.startedAt })
      void sendAll()
    },
    drop: (id: string) => change(id, undefined),
    retry: () => {
      tries = 0
      void sendAll()
    },
    close: () => {
      isClosed = true
      cancel()
      stopHearing()
    },
  }
}

/** Marks a session as done where the list is kept, so that no tab sends it. */
export function dropKept(kept: Pick<Kept, 'read' | 'keep'>, key: string, id: string) {
  const { waiting, done } = readUnsent(kept.read(key))
  kept.keep(key, {
    waiting: waiting.filter((each) => each.id !== id),
    done: [...done, id].slice(-remembered),
  })
}

const nextOf = (waiting: Map<string, Unsent>, failed: Set<string>) =>
  [...waiting.values()].find(({ id, problem }) => problem === undefined && !failed.has(id))
