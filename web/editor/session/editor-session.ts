import { forget, keep } from '#web/browser/local-storage.ts'
import { onPage } from '#web/browser/page-events.ts'
import { openTabChannel } from '#web/browser/tab-channel.ts'
import { next } from '../model/editor-model.ts'
import {
  type EditorEvent,
  type EditorState,
  type Effect,
  isDirty,
  nextDue,
  type Outcome,
  type Step,
} from '../model/editor-state.ts'
import { initialStep } from '../model/initial-step.ts'
import type { ProjectText } from '../model/project-text.ts'
import type { Save, Saved, TextRules } from '../model/text-rules.ts'
import type { KeptDrafts } from './kept-drafts.ts'
import { noteOpenText, type TextMessage } from './open-texts.ts'

type Parts<Text> = {
  name: string
  drafts: KeptDrafts<Text>
  opened: Step<Text>
  send: (save: Save<Text>) => Promise<Outcome<Text>>
}

/**
 * The model at work: with the clock, this browser's storage, the other tabs and the network. After `close` it goes on
 * until the save that is on its way has been answered, unless somebody comes back to the draft before.
 */
export class EditorSession<Text = ProjectText> {
  readonly isRecovered: boolean
  readonly drafts: KeptDrafts<Text>
  readonly #send: Parts<Text>['send']
  readonly #channel: ReturnType<typeof openTabChannel<TextMessage<Text>>>
  readonly #stopListening: () => void
  readonly #noteClosed: () => void
  readonly #listeners = new Set<() => void>()
  #state: EditorState<Text>
  #alarm: ReturnType<typeof setTimeout> | undefined
  #isClosed = false
  #isOver = false

  constructor({ name, drafts, opened, send }: Parts<Text>) {
    this.drafts = drafts
    this.#send = send
    this.#state = opened.state
    this.isRecovered = opened.state.history.at > 0
    this.#channel = openTabChannel<TextMessage<Text>>(name, (message) => this.#hear(message))
    this.#take(opened)
    this.#noteClosed = noteOpenText({
      userId: drafts.userId,
      isOnlyHere: () => this.isDirty() && this.#state.isUnkept,
      trySave: () => this.trySave(),
      drop: () => this.drop(),
    })
    this.#stopListening = onPage({
      online: () => this.dispatch({ type: 'wentOnline', at: now() }),
      offline: () => this.dispatch({ type: 'wentOffline', at: now() }),
      pagehide: () => this.dispatch({ type: 'unloading', at: now() }),
      visibilitychange: () =>
        document.visibilityState === 'hidden' && this.dispatch({ type: 'leaving', at: now() }),
    })
  }

  read = () => this.#state

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  isDirty = () => !this.#isOver && isDirty(this.#state)

  isOver = () => this.#isOver

  async trySave() {
    this.dispatch({ type: 'leaving', at: now() })
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = () => this.#state.flight === null && resolve()
    const stop = this.subscribe(look)
    look()
    await promise.finally(stop)
  }

  dispatch(event: EditorEvent<Text>) {
    if (!this.#isOver) this.#take(next(this.#state, event))
  }

  close() {
    this.#isClosed = true
    this.#stopListening()
    this.dispatch({ type: 'leaving', at: now() })
    this.drafts.unlock()
  }

  /** After the text went elsewhere, or was given up: nothing more of it is kept or sent from here. */
  drop() {
    this.drafts.forget()
    for (const each of this.#state.inherited) forget(each)
    this.#end()
  }

  /** After what it is the text of was deleted here: nothing of it is kept in this browser any more, and the other tabs know. */
  dropAll() {
    this.drafts.forgetAll()
    this.#channel.tell({ say: 'deleted' })
    this.#end()
  }

  #hear(message: TextMessage<Text>) {
    if (message.say === 'deleted') this.dispatch({ type: 'deletedElsewhere', at: now() })
    // A tab that was opened before this site was renewed may say it otherwise.
    else if (message.saved) this.dispatch({ type: 'savedElsewhere', saved: message.saved, at: now() })
  }

  /** The new state stands before its effects happen, for some of them come back as events. */
  #take(step: Step<Text>) {
    this.#state = step.state
    for (const effect of step.effects) this.#run(effect)
    this.#setAlarm()
    for (const listener of this.#listeners) listener()
    if (this.#isClosed && !this.#state.flight) this.#letGo()
  }

  #setAlarm() {
    clearTimeout(this.#alarm)
    const due = nextDue(this.#state)
    if (due === null || this.#isClosed) return
    const ring = () => this.dispatch({ type: 'timePassed', at: now() })
    this.#alarm = setTimeout(ring, Math.max(0, due - now()))
  }

  #run(effect: Effect<Text>) {
    switch (effect.type) {
      case 'keep':
        return this.dispatch({ type: 'kept', isKept: this.drafts.keep(effect.draft) })
      case 'forget':
        return this.drafts.forget()
      case 'forgetKeys':
        return effect.keys.forEach(forget)
      case 'markAside':
        return void keep(effect.key, effect.draft)
      case 'keepAsideThenReplace': {
        const isKept = this.drafts.keepAside(effect.draft)
        return this.dispatch({ type: 'asideKept', isKept, by: effect.by, at: now() })
      }
      case 'announce':
        return this.#channel.tell({ say: 'saved', saved: effect.saved })
      case 'send':
        return void this.#deliver(effect.save, effect.isUnloading)
    }
  }

  async #deliver(save: Save<Text>, isUnloading = false) {
    const outcome = await this.#send(save)
    if (isUnloading || this.#isOver) return
    const isTakenOver = this.#isClosed && this.drafts.isTakenOver()
    if (!isTakenOver) return this.dispatch({ type: 'answered', outcome, at: now() })
    if (outcome.kind === 'saved') this.#channel.tell({ say: 'saved', saved: outcome.saved })
    this.#end()
  }

  #end() {
    this.#isOver = true
    clearTimeout(this.#alarm)
    this.#stopListening()
    this.#letGo()
    for (const listener of this.#listeners) listener()
  }

  #letGo() {
    this.#noteClosed()
    this.#channel.close()
    this.drafts.unlock()
  }
}

type Opening<Text> = Omit<Parts<Text>, 'opened'> & {
  rules: TextRules<Text>
  saved: Saved<Text>
}

/** Opens a text as the server has it, with the newest draft that a tab which is gone has left in this browser. */
export async function openSession<Text>({ rules, saved, ...parts }: Opening<Text>) {
  const drafts = await parts.drafts.abandoned()
  const opened = initialStep({ rules, saved, drafts, isOnline: navigator.onLine, at: now() })
  return new EditorSession<Text>({ ...parts, opened })
}

/** The time in milliseconds, as it goes on for this page: a clock that is set back does not put off what is due. */
export const now = () => Math.round(performance.timeOrigin + performance.now())
