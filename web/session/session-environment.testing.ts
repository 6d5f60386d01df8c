import type { StorageKey } from '#web/browser/storage-keys.ts'
import { type ProjectText, projectRules, type SavedText, sameText, toProjectUpdate } from '#web/editor/project-text.ts'
import { projectDraftPrefix } from '#web/editor/save-project.ts'
import { initialTransition } from './initial-transition.ts'
import { reduce } from './session-model.ts'
import {
  type Draft,
  type EditorEvent,
  type EditorState,
  type Effect,
  type Outcome,
  statusOf,
  type Transition,
} from './session-state.ts'
import type { Save } from './text-rules.ts'

/** A tab with the editor open. `seenWords` contains all words that its texts ever contained. */
export type Tab = { key: StorageKey; state: EditorState<ProjectText>; seenWords: Set<string> }

/** `isOutdated`: since giving up this request, the tab has shown `saved`. */
type Request = {
  tab: Tab
  save: Save<ProjectText>
  isUnloading: boolean
  seenWords: Set<string>
  isOutdated?: boolean
}

/** A text and the tab that saved it, unless that tab cannot know that it did. */
export type StoredVersion = SavedText & { savedBy?: Tab | undefined }

export const maxVersions = 20
const prefix = projectDraftPrefix('wren', 'moths')

/**
 * The editor's environment: several tabs of one browser, a server, storage and the network between them. Each word is
 * unique, such as `<12>`, so that tests can trace it.
 */
export class EditorEnvironment {
  now = 1_000
  server = { texts: [{ title: 'T', notes: '', version: 1 }] as StoredVersion[], isSignedIn: true }
  storage = new Map<StorageKey, Draft<ProjectText>>()
  isStorageBroken = false
  isOnline = true
  tabs: Tab[] = []
  /** Requests in flight, and requests that their tab gave up but that may still arrive. */
  requests: Request[] = []
  abandonedRequests: Request[] = []
  messages: { to: Tab; saved: SavedText }[] = []
  /** Words that may be missing: the user removed them, or the editor warned that they are not stored. */
  releasedWords = new Set<string>()
  silentlyOverwritten: string[] = []
  #keyCount = 0

  get current() {
    const { savedBy: _, ...text } = this.server.texts.at(-1) as StoredVersion
    return text
  }

  open() {
    const openKeys = new Set(this.tabs.map(({ key }) => key))
    const drafts = [...this.storage].filter(([key]) => !openKeys.has(key)).map(([key, draft]) => ({ key, draft }))
    this.#keyCount += 1
    const options = {
      rules: projectRules,
      saved: this.current,
      drafts,
      isOnline: this.isOnline,
      at: this.now,
    }
    const transition = initialTransition(options)
    const tab: Tab = { key: `${prefix}${this.#keyCount}`, state: transition.state, seenWords: new Set() }
    this.tabs.push(tab)
    this.#applyTransition(tab, transition)
  }

  dispatch(tab: Tab, event: EditorEvent<ProjectText>) {
    this.#applyTransition(tab, reduce(tab.state, event))
  }

  /** How a request can end. `late`: the tab gives up, and the request arrives later. */
  endRequest(index: number, ending: 'arrives' | 'lost' | 'answer lost' | 'late' | 'server fails') {
    const [request] = this.requests.splice(index % Math.max(1, this.requests.length), 1)
    if (!request) return
    if (ending === 'arrives' && this.isOnline) return this.#reply(request, this.#serve(request))
    if (ending === 'answer lost') this.#serve(request)
    if (ending === 'late') this.abandonedRequests.push(request)
    this.#reply(request, { kind: 'failed', userMessage: 'It rains.' })
  }

  deliverLate(index: number) {
    const [request] = this.abandonedRequests.splice(index % Math.max(1, this.abandonedRequests.length), 1)
    if (request) this.#serve(request)
  }

  deliver() {
    const message = this.messages.shift()
    if (message && this.tabs.includes(message.to)) {
      this.dispatch(message.to, { type: 'savedElsewhere', saved: message.saved, at: this.now })
    }
  }

  #applyTransition(tab: Tab, transition: Transition<ProjectText>) {
    tab.state = transition.state
    for (const effect of transition.effects) this.#run(tab, effect)
    if (statusOf(tab.state) === 'saved') this.#markOutdated(tab)
    for (const word of [...wordsOf(tab.state.text), ...wordsOf(tab.state.conflict)]) tab.seenWords.add(word)
  }

  #markOutdated(tab: Tab) {
    for (const request of this.abandonedRequests) if (request.tab === tab) request.isOutdated = true
  }

  #run(tab: Tab, effect: Effect<ProjectText>) {
    switch (effect.type) {
      case 'persist':
        if (!this.isStorageBroken) this.storage.set(tab.key, effect.draft)
        return this.dispatch(tab, { type: 'persisted', isStored: !this.isStorageBroken })
      case 'removeDraft':
        return void this.storage.delete(tab.key)
      case 'removeDrafts':
        for (const key of effect.keys) this.storage.delete(key)
        return
      case 'markAside':
        if (!this.isStorageBroken) this.storage.set(effect.key, effect.draft)
        return
      case 'setAsideThenReplace': {
        const isStored = !this.isStorageBroken
        if (isStored) {
          this.storage.set(tab.key, effect.draft)
          this.#keyCount += 1
          tab.key = `${prefix}${this.#keyCount}`
        }
        return this.dispatch(tab, {
          type: 'setAsideStored',
          isStored,
          replacement: effect.replacement,
          at: this.now,
        })
      }
      case 'announce':
        for (const to of this.tabs) if (to !== tab) this.messages.push({ to, saved: effect.saved })
        return
      case 'send': {
        const { save, isUnloading = false } = effect
        return void this.requests.push({ tab, save, isUnloading, seenWords: new Set(tab.seenWords) })
      }
    }
  }

  #reply({ tab, isUnloading }: Request, outcome: Outcome<ProjectText>) {
    const isOpen = this.tabs.includes(tab)
    if (isOpen && !isUnloading) this.dispatch(tab, { type: 'saveFinished', outcome, at: this.now })
  }

  /** Handles a save as the API does. */
  #serve({ save, seenWords, tab, isOutdated }: Request): Outcome<ProjectText> {
    if (!this.server.isSignedIn) return { kind: 'signed-out' }
    const { current } = this
    const { version, ...update } = toProjectUpdate(save.text, save.base.version)
    const text = { title: current.title, ...update }
    if (sameText(text, current)) return { kind: 'saved', saved: current }
    if (version !== current.version) return { kind: 'changed', saved: current }
    const savedWords = new Set(wordsOf(text))
    const overwritten = wordsOf(current).filter(
      (word) => !savedWords.has(word) && !seenWords.has(word) && !this.releasedWords.has(word),
    )
    this.silentlyOverwritten.push(...overwritten)
    this.server.texts.push({ ...text, version: current.version + 1, savedBy: isOutdated ? undefined : tab })
    return { kind: 'saved', saved: this.current }
  }

  release(words: string[]) {
    for (const word of words) this.releasedWords.add(word)
  }

  isStoredAnywhere(word: string) {
    const includesWord = (text: ProjectText | null) => text !== null && `${text.title}${text.notes}`.includes(word)
    return (
      this.server.texts.slice(-maxVersions).some(includesWord) ||
      [...this.storage.values()].some(includesWord) ||
      this.tabs.some(({ state }) => includesWord(state.text) || includesWord(state.conflict))
    )
  }
}

export const wordsIn = (text: string) => text.match(/<\d+>/g) ?? []
export const wordsOf = (text: ProjectText | null) => (text ? wordsIn(text.title + text.notes) : [])
