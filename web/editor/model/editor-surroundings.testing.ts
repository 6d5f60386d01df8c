import { draftPrefix } from '../session/kept-drafts.ts'
import { next } from './editor-model.ts'
import {
  type Draft,
  type EditorEvent,
  type EditorState,
  type Effect,
  type Outcome,
  type Step,
  statusOf,
} from './editor-state.ts'
import { initialStep } from './initial-step.ts'
import { type ProjectText, projectRules, type SavedText, sameText } from './project-text.ts'
import type { Save } from './text-rules.ts'

/** A tab with the editor open. `seen` contains all words that its texts ever contained. */
export type Tab = { key: string; state: EditorState; seen: Set<string> }

/** `isOutdated`: since giving up this request, the tab has shown `saved`. */
type Request = {
  tab: Tab
  save: Save<ProjectText>
  isUnloading: boolean
  seen: Set<string>
  isOutdated?: boolean
}

/** A text and the tab that saved it, unless that tab cannot know that it did. */
export type Stored = SavedText & { by?: Tab | undefined }

export const versionsKept = 20
const prefix = draftPrefix('wren', 'moths')

/**
 * The editor's environment: several tabs of one browser, a server, storage and the network between them. Each word is
 * unique, such as `<12>`, so that tests can trace it.
 */
export class Surroundings {
  now = 1_000
  server = { texts: [{ title: 'T', notes: '', version: 1 }] as Stored[], isSignedIn: true }
  storage = new Map<string, Draft>()
  isStorageBroken = false
  isOnline = true
  tabs: Tab[] = []
  /** Requests in flight, and requests that their tab gave up but that may still arrive. */
  requests: Request[] = []
  givenUp: Request[] = []
  messages: { to: Tab; saved: SavedText }[] = []
  /** Words that may be missing: the user removed them, or the editor warned that they are not stored. */
  released = new Set<string>()
  silentlyOverwritten: string[] = []
  #count = 0

  get current() {
    const { by: _, ...text } = this.server.texts.at(-1) as Stored
    return text
  }

  open() {
    const living = new Set(this.tabs.map(({ key }) => key))
    const drafts = [...this.storage]
      .filter(([key]) => !living.has(key))
      .map(([key, draft]) => ({ key, draft }))
    this.#count += 1
    const opening = {
      rules: projectRules,
      saved: this.current,
      drafts,
      isOnline: this.isOnline,
      at: this.now,
    }
    const step = initialStep(opening)
    const tab: Tab = { key: `${prefix}${this.#count}`, state: step.state, seen: new Set() }
    this.tabs.push(tab)
    this.#take(tab, step)
  }

  tell(tab: Tab, event: EditorEvent) {
    this.#take(tab, next(tab.state, event))
  }

  /** How a request can end. `late`: the tab gives up, and the request arrives later. */
  answer(index: number, fate: 'arrives' | 'lost' | 'answer lost' | 'late' | 'server fails') {
    const [request] = this.requests.splice(index % Math.max(1, this.requests.length), 1)
    if (!request) return
    if (fate === 'arrives' && this.isOnline) return this.#reply(request, this.#serve(request))
    if (fate === 'answer lost') this.#serve(request)
    if (fate === 'late') this.givenUp.push(request)
    this.#reply(request, { kind: 'failed', sentence: 'It rains.' })
  }

  arriveLate(index: number) {
    const [request] = this.givenUp.splice(index % Math.max(1, this.givenUp.length), 1)
    if (request) this.#serve(request)
  }

  deliver() {
    const message = this.messages.shift()
    if (message && this.tabs.includes(message.to)) {
      this.tell(message.to, { type: 'savedElsewhere', saved: message.saved, at: this.now })
    }
  }

  #take(tab: Tab, step: Step<ProjectText>) {
    tab.state = step.state
    for (const effect of step.effects) this.#run(tab, effect)
    if (statusOf(tab.state) === 'saved') this.#outdate(tab)
    for (const word of [...wordsOf(tab.state.text), ...wordsOf(tab.state.conflict)]) tab.seen.add(word)
  }

  #outdate(tab: Tab) {
    for (const request of this.givenUp) if (request.tab === tab) request.isOutdated = true
  }

  #run(tab: Tab, effect: Effect) {
    switch (effect.type) {
      case 'keep':
        if (!this.isStorageBroken) this.storage.set(tab.key, effect.draft)
        return this.tell(tab, { type: 'kept', isKept: !this.isStorageBroken })
      case 'forget':
        return void this.storage.delete(tab.key)
      case 'forgetKeys':
        for (const key of effect.keys) this.storage.delete(key)
        return
      case 'markAside':
        if (!this.isStorageBroken) this.storage.set(effect.key, effect.draft)
        return
      case 'keepAsideThenReplace': {
        const isKept = !this.isStorageBroken
        if (isKept) {
          this.storage.set(tab.key, effect.draft)
          this.#count += 1
          tab.key = `${prefix}${this.#count}`
        }
        return this.tell(tab, { type: 'asideKept', isKept, by: effect.by, at: this.now })
      }
      case 'announce':
        for (const to of this.tabs) if (to !== tab) this.messages.push({ to, saved: effect.saved })
        return
      case 'send': {
        const { save, isUnloading = false } = effect
        return void this.requests.push({ tab, save, isUnloading, seen: new Set(tab.seen) })
      }
    }
  }

  #reply({ tab, isUnloading }: Request, outcome: Outcome) {
    const isThere = this.tabs.includes(tab)
    if (isThere && !isUnloading) this.tell(tab, { type: 'answered', outcome, at: this.now })
  }

  /** Handles a save as the API does. */
  #serve({ save, seen, tab, isOutdated }: Request): Outcome {
    if (!this.server.isSignedIn) return { kind: 'signed-out' }
    const { current } = this
    const text = { title: save.title ?? current.title, notes: save.notes }
    if (sameText(text, current)) return { kind: 'saved', saved: current }
    if (save.version !== current.version) return { kind: 'changed', saved: current }
    const kept = new Set(wordsOf(text))
    const unseen = wordsOf(current).filter(
      (word) => !kept.has(word) && !seen.has(word) && !this.released.has(word),
    )
    this.silentlyOverwritten.push(...unseen)
    this.server.texts.push({ ...text, version: current.version + 1, by: isOutdated ? undefined : tab })
    return { kind: 'saved', saved: this.current }
  }

  release(words: string[]) {
    for (const word of words) this.released.add(word)
  }

  isSomewhere(word: string) {
    const has = (text: ProjectText | null) => text !== null && `${text.title}${text.notes}`.includes(word)
    return (
      this.server.texts.slice(-versionsKept).some(has) ||
      [...this.storage.values()].some(has) ||
      this.tabs.some(({ state }) => has(state.text) || has(state.conflict))
    )
  }
}

export const wordsIn = (text: string) => text.match(/<\d+>/g) ?? []
export const wordsOf = (text: ProjectText | null) => (text ? wordsIn(text.title + text.notes) : [])
