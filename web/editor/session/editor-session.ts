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

/** Connects the model with clock, storage, tabs and network. After `close` it runs until the save in flight ends. */
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

  drop() {
    this.drafts.forget()
    for (const each of this.#state.inherited) forget(each)
    this.#end()
  }

  /** After a deletion: removes all local drafts and informs other tabs. */
  dropAll() {
    this.drafts.forgetAll()
    this.#channel.tell({ say: 'deleted' })
    this.#end()
  }

  #hear(message: TextMessage<Text>) {
    if (message.say === 'deleted') this.dispatch({ type: 'deletedElsewhere', at: now() })
    // A tab with an older version of the site may send other messages.
    else if (message.saved) this.dispatch({ type: 'savedElsewhere', saved: message.saved, at: now() })
  }

  /** Sets the state before running effects, because some dispatch events. */
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

/** Opens the server's text, with the newest draft of a closed tab. */
export async function openSession<Text>({ rules, saved, ...parts }: Opening<Text>) {
  const drafts = await parts.drafts.abandoned()
  const opened = initialStep({ rules, saved, drafts, isOnline: navigator.onLine, at: now() })
  return new EditorSession<Text>({ ...parts, opened })
}

export const now = () => Math.round(performance.timeOrigin + performance.now())
