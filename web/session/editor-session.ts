import { persist, removeStored } from '#web/browser/local-storage.ts'
import { onPage } from '#web/browser/page-events.ts'
import { openTabChannel } from '#web/browser/tab-channel.ts'
import { initialTransition } from './initial-transition.ts'
import { registerOpenText, type TextMessage } from './open-texts.ts'
import { reduce } from './session-model.ts'
import {
  type EditorEvent,
  type EditorState,
  type Effect,
  isDirty,
  nextDue,
  type Outcome,
  type Transition,
} from './session-state.ts'
import type { StoredDrafts } from './stored-drafts.ts'
import type { Save, Saved, TextRules } from './text-rules.ts'

type SessionOptions<Text> = {
  channelName: string
  drafts: StoredDrafts<Text>
  initial: Transition<Text>
  send: (save: Save<Text>) => Promise<Outcome<Text>>
}

/** Connects the model with clock, storage, tabs and network. After `close` it runs until the save in flight ends. */
export class EditorSession<Text> {
  readonly isRecovered: boolean
  readonly drafts: StoredDrafts<Text>
  readonly #send: SessionOptions<Text>['send']
  readonly #channel: ReturnType<typeof openTabChannel<TextMessage<Text>>>
  readonly #stopListening: () => void
  readonly #unregister: () => void
  readonly #listeners = new Set<() => void>()
  #state: EditorState<Text>
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  #isEnded = false

  constructor({ channelName, drafts, initial, send }: SessionOptions<Text>) {
    this.drafts = drafts
    this.#send = send
    this.#state = initial.state
    this.isRecovered = initial.state.history.position > 0
    this.#channel = openTabChannel<TextMessage<Text>>(channelName, (message) => this.#receive(message))
    this.#applyTransition(initial)
    this.#unregister = registerOpenText({
      userId: drafts.userId,
      isOnlyInMemory: () => this.isDirty() && this.#state.hasStorageFailed,
      flush: () => this.flush(),
      discard: () => this.discard(),
    })
    this.#stopListening = onPage({
      online: () => this.dispatch({ type: 'wentOnline', at: now() }),
      offline: () => this.dispatch({ type: 'wentOffline', at: now() }),
      pagehide: () => this.dispatch({ type: 'unloading', at: now() }),
      visibilitychange: () => document.visibilityState === 'hidden' && this.dispatch({ type: 'leaving', at: now() }),
    })
  }

  read = () => this.#state

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  isDirty = () => !this.#isEnded && isDirty(this.#state)

  isEnded = () => this.#isEnded

  async flush() {
    this.dispatch({ type: 'leaving', at: now() })
    const { promise, resolve } = Promise.withResolvers<void>()
    const resolveWhenIdle = () => this.#state.inFlight === null && resolve()
    const stop = this.subscribe(resolveWhenIdle)
    resolveWhenIdle()
    await promise.finally(stop)
  }

  dispatch(event: EditorEvent<Text>) {
    if (!this.#isEnded) this.#applyTransition(reduce(this.#state, event))
  }

  close() {
    this.#isClosed = true
    this.#stopListening()
    this.dispatch({ type: 'leaving', at: now() })
    this.drafts.unlock()
  }

  discard() {
    this.drafts.remove()
    for (const key of this.#state.adoptedKeys) removeStored(key)
    this.#end()
  }

  /** After a deletion: removes all local drafts and informs other tabs. */
  discardAll() {
    this.drafts.removeAll()
    this.#channel.send({ say: 'deleted' })
    this.#end()
  }

  #receive(message: TextMessage<Text>) {
    if (message.say === 'deleted') this.dispatch({ type: 'deletedElsewhere', at: now() })
    // A tab with an older version of the site may send other messages.
    else if (message.saved) this.dispatch({ type: 'savedElsewhere', saved: message.saved, at: now() })
  }

  /** Sets the state before running effects, because some dispatch events. */
  #applyTransition(transition: Transition<Text>) {
    this.#state = transition.state
    for (const effect of transition.effects) this.#run(effect)
    this.#scheduleTimer()
    for (const listener of this.#listeners) listener()
    if (this.#isClosed && !this.#state.inFlight) this.#release()
  }

  #scheduleTimer() {
    clearTimeout(this.#timer)
    const due = nextDue(this.#state)
    if (due === null || this.#isClosed) return
    const onTimer = () => this.dispatch({ type: 'timePassed', at: now() })
    this.#timer = setTimeout(onTimer, Math.max(0, due - now()))
  }

  #run(effect: Effect<Text>) {
    switch (effect.type) {
      case 'persist':
        return this.dispatch({ type: 'persisted', isStored: this.drafts.persist(effect.draft) })
      case 'removeDraft':
        return this.drafts.remove()
      case 'removeDrafts':
        return effect.keys.forEach(removeStored)
      case 'markAside':
        return void persist(effect.key, effect.draft)
      case 'setAsideThenReplace': {
        const isStored = this.drafts.setAsideCurrent(effect.draft)
        return this.dispatch({ type: 'setAsideStored', isStored, replacement: effect.replacement, at: now() })
      }
      case 'announce':
        return this.#channel.send({ say: 'saved', saved: effect.saved })
      case 'send':
        return void this.#sendSave(effect.save, effect.isUnloading)
    }
  }

  async #sendSave(save: Save<Text>, isUnloading = false) {
    const outcome = await this.#send(save)
    if (isUnloading || this.#isEnded) return
    const isTakenOver = this.#isClosed && this.drafts.isTakenOver()
    if (!isTakenOver) return this.dispatch({ type: 'saveFinished', outcome, at: now() })
    if (outcome.kind === 'saved') this.#channel.send({ say: 'saved', saved: outcome.saved })
    this.#end()
  }

  #end() {
    this.#isEnded = true
    clearTimeout(this.#timer)
    this.#stopListening()
    this.#release()
    for (const listener of this.#listeners) listener()
  }

  #release() {
    this.#unregister()
    this.#channel.close()
    this.drafts.unlock()
  }
}

type OpenOptions<Text> = Omit<SessionOptions<Text>, 'initial'> & {
  rules: TextRules<Text>
  saved: Saved<Text>
}

/** Opens the server's text, with the newest draft of a closed tab. */
export async function openSession<Text>({ rules, saved, ...options }: OpenOptions<Text>) {
  const drafts = await options.drafts.listAbandoned()
  const initial = initialTransition({ rules, saved, drafts, isOnline: navigator.onLine, at: now() })
  return new EditorSession<Text>({ ...options, initial })
}

export const now = () => Math.round(performance.timeOrigin + performance.now())
