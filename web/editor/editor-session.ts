import { forget, keep, keptKeys, readKept } from '#web/browser/local-storage.ts'
import { newId } from '#web/browser/new-id.ts'
import { draftPrefix, isDraft, type KeptDraft, openEditor } from './drafts.ts'
import { next } from './editor-model.ts'
import {
  type Draft,
  type EditorEvent,
  type Effect,
  isDirty,
  nextDue,
  type Outcome,
  type Save,
} from './editor-state.ts'
import type { Step } from './editor-steps.ts'
import { holdDraft, livingDrafts } from './living-tabs.ts'
import { onPage } from './page-events.ts'
import { openChannel } from './project-channel.ts'
import type { SavedText } from './project-text.ts'
import { savedSince } from './saved-since.ts'
import { now } from './steady-now.ts'

type Opening = {
  userId: string
  projectId: string
  project: SavedText
  send: (save: Save) => Promise<Outcome>
}

export type EditorSession = Awaited<ReturnType<typeof startEditor>>

/**
 * The model at work: with the clock, this browser's storage, the other tabs and the network. After `close` it goes on
 * until the save that is on its way has been answered, unless somebody comes back to the draft before.
 */
export async function startEditor({ userId, projectId, project, send }: Opening) {
  const prefix = draftPrefix(userId, projectId)
  let key = newKey(prefix)
  let letGo = holdDraft(key)
  for (const saved of await savedSince(await abandonedDrafts(prefix), projectId, project)) forget(saved)
  const drafts = await abandonedDrafts(prefix)
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  let isSilent = false
  let hasDraft = false

  const opened = openEditor({ project, drafts, isOnline: navigator.onLine, at: now() })
  let state = opened.state
  const isRecovered = state.history.at > 0
  const { say, close: hangUp } = openChannel(projectId, (word) => {
    if (word.say === 'deleted') dispatch({ type: 'deletedElsewhere', at: now() })
    else dispatch({ type: 'heard', project: word.project, at: now() })
  })
  take(opened)
  const stopListening = onPage({
    online: () => dispatch({ type: 'wentOnline', at: now() }),
    offline: () => dispatch({ type: 'wentOffline', at: now() }),
    pagehide: () => dispatch({ type: 'parted', at: now() }),
    visibilitychange: () => document.visibilityState === 'hidden' && dispatch({ type: 'leaving', at: now() }),
  })

  function dispatch(event: EditorEvent) {
    if (!isSilent) take(next(state, event))
  }

  /** The new state stands before its effects happen, for some of them come back as events. */
  function take(step: Step) {
    state = step.state
    for (const effect of step.effects) run(effect)
    setAlarm()
    for (const listener of listeners) listener()
    if (isClosed && !state.flight) end()
  }

  function setAlarm() {
    clearTimeout(timer)
    const due = nextDue(state)
    if (due === null || isClosed) return
    timer = setTimeout(() => dispatch({ type: 'timePassed', at: now() }), Math.max(0, due - now()))
  }

  function run(effect: Effect) {
    switch (effect.type) {
      case 'keep':
        return keepDraft(effect.draft)
      case 'forget':
        hasDraft = false
        return forget(key)
      case 'forgetKeys':
        return effect.keys.forEach(forget)
      case 'putAside':
        return void keep(effect.key, effect.draft)
      case 'setAside':
        return dispatch({ type: 'setAside', isKept: setAside(effect.draft), by: effect.by, at: now() })
      case 'tell':
        return say({ say: 'saved', project: effect.project })
      case 'send':
        return void deliver(effect.save, effect.isParting)
    }
  }

  function keepDraft(draft: Draft) {
    const isKept = keep(key, draft)
    hasDraft ||= isKept
    dispatch({ type: 'kept', isKept })
  }

  /** In the place of the draft that is kept already, for which there is room. */
  function setAside(draft: Draft) {
    if (!keep(key, draft)) return false
    letGo()
    key = newKey(prefix)
    letGo = holdDraft(key)
    hasDraft = false
    return true
  }

  async function deliver(save: Save, isParting = false) {
    const outcome = await send(save)
    if (isParting || isSilent) return
    if (!isTakenOver()) return dispatch({ type: 'answered', outcome, at: now() })
    if (outcome.kind === 'saved') say({ say: 'saved', project: outcome.project })
    fallSilent()
    end()
  }

  /** Whoever came back goes on with the draft of a session that is closed. */
  function isTakenOver() {
    if (!isClosed || !hasDraft) return false
    const kept = readKept(key)
    return !isDraft(kept) || kept.isAside === true
  }

  function fallSilent() {
    isSilent = true
    clearTimeout(timer)
    stopListening()
  }

  function end() {
    hangUp()
    letGo()
  }

  function close() {
    isClosed = true
    stopListening()
    dispatch({ type: 'leaving', at: now() })
    letGo()
  }

  return {
    /** Whether it began with a draft of a tab that is gone. */
    isRecovered,
    read: () => state,
    /** Whether there are words that the server does not have. */
    isDirty: () => !isSilent && isDirty(state),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    dispatch,
    close,
    /** Texts of this project that only this browser has, the latest first. */
    asides: () => draftsIn(prefix).filter(({ draft }) => draft.isAside),
    throwAway: (aside: string) => forget(aside),
    /** After the text went into another project: nothing more of it is kept or sent from here. */
    drop: () => {
      for (const each of [key, ...state.inherited]) forget(each)
      fallSilent()
      end()
    },
    /** After the project was deleted here: nothing of it is kept in this browser any more, and the other tabs know. */
    dropAll: () => {
      keptKeys(prefix).forEach(forget)
      fallSilent()
      say({ say: 'deleted' })
      end()
    },
  }
}

const newKey = (prefix: string) => prefix + newId()

async function abandonedDrafts(prefix: string) {
  const living = await livingDrafts()
  return draftsIn(prefix).filter(({ key }) => !living.has(key))
}

/** What this browser has kept under such keys, the latest first. */
export function draftsIn(prefix: string): KeptDraft[] {
  return keptKeys(prefix)
    .map((key) => ({ key, draft: readKept(key) }))
    .filter((kept): kept is { key: string; draft: Draft } => isDraft(kept.draft))
    .sort((a, b) => b.draft.at - a.draft.at)
}
