import { draftPrefix } from '../session/kept-drafts.ts'
import { next } from './editor-model.ts'
import type { Draft, EditorEvent, EditorState, Effect, Outcome, Save } from './editor-state.ts'
import { isDirty, nextDue, outgoing, statusOf } from './editor-state.ts'
import type { Step } from './editor-steps.ts'
import { initialStep } from './initial-step.ts'
import { type ProjectText, type SavedText, sameText, textOf } from './project-text.ts'

/** A tab with the editor open. Its `seen` are all words that have ever stood in it. */
type Tab = { key: string; state: EditorState; seen: Set<string> }

/** `isOutdated`: its tab has been told since that another text is saved. */
type Request = { tab: Tab; save: Save; isUnloading: boolean; seen: Set<string>; isOutdated?: boolean }

/** A text with the tab that saved it, if that can know. */
type Stored = SavedText & { by?: Tab | undefined }

const versionsKept = 20
const prefix = draftPrefix('wren', 'moths')

/**
 * Some tabs of one browser, a server, a storage and the wires between them, with everything that goes wrong with
 * them. Words are written `<12>`, so that each can be told from all others wherever it is.
 */
export class World {
  now = 1_000
  server = { texts: [{ title: 'T', notes: '', version: 1 }] as Stored[], isSignedIn: true }
  storage = new Map<string, Draft>()
  isStorageBroken = false
  isOnline = true
  tabs: Tab[] = []
  /** Requests on their way; one whose tab has given it up can still arrive. */
  requests: Request[] = []
  givenUp: Request[] = []
  messages: { to: Tab; project: SavedText }[] = []
  /** Words that may be anywhere or nowhere: their maker took them away, or was told that nothing keeps them. */
  released = new Set<string>()
  words: string[] = []
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
    const opening = { project: this.current, drafts, isOnline: this.isOnline, at: this.now }
    const step = initialStep(opening)
    const tab: Tab = { key: `${prefix}${this.#count}`, state: step.state, seen: new Set() }
    this.tabs.push(tab)
    this.#take(tab, step)
  }

  tell(tab: Tab, event: EditorEvent) {
    this.#take(tab, next(tab.state, event))
  }

  /** Puts a new word somewhere into a field. */
  type(tab: Tab, field: 'title' | 'notes', place: number) {
    const word = `<${this.words.length}>`
    const pieces = tab.state.text[field].split(/(?=<)/)
    pieces.splice(place % (pieces.length + 1), 0, word)
    this.words.push(word)
    this.#edit(tab, field, pieces.join(''))
  }

  /** Takes a word out again, on purpose. */
  erase(tab: Tab, field: 'title' | 'notes', place: number) {
    const pieces = tab.state.text[field].split(/(?=<)/)
    const [word] = pieces.splice(place % pieces.length, 1)
    this.#release(wordsIn(word ?? ''))
    this.#edit(tab, field, pieces.join(''))
  }

  /** What undo and redo take away was taken away on purpose. */
  travel(tab: Tab, type: 'undone' | 'redone') {
    const before = wordsOf(tab.state.text)
    this.tell(tab, { type, at: this.now })
    const after = new Set(wordsOf(tab.state.text))
    this.#release(before.filter((word) => !after.has(word)))
  }

  restore(tab: Tab, which: number) {
    const text = this.server.texts.slice(-versionsKept)[
      which % Math.min(versionsKept, this.server.texts.length)
    ]
    const before = wordsOf(tab.state.text)
    const wasDirty = isDirty(tab.state)
    if (text) this.tell(tab, { type: 'restored', text: textOf(text), at: this.now })
    if (tab.state.isAsideRefused) return
    if (wasDirty) this.#mustHave(before)
    this.#release(before)
  }

  /** Right after a choice both texts must still be there; later the other one may fall off the end of the versions. */
  choose(tab: Tab, side: 'mine' | 'saved') {
    const { conflict } = tab.state
    if (!conflict) return
    const both = [...wordsOf(tab.state.text), ...wordsOf(conflict)]
    this.tell(tab, { type: 'chosen', side, version: conflict.version, at: this.now })
    if (tab.state.conflict) return
    this.#mustHave(both)
    this.#release(both)
  }

  #mustHave(words: string[]) {
    const lost = words.filter((word) => !this.#isSomewhere(word) && !this.released.has(word))
    if (lost.length > 0) throw new Error(`${lost} went with the choice`)
  }

  pass(ms: number) {
    this.now += ms
    for (const tab of this.tabs) {
      const due = nextDue(tab.state)
      if (due !== null && due <= this.now) this.tell(tab, { type: 'timePassed', at: this.now })
    }
  }

  /** The tab is gone at once. What it has said is only here may be gone with it. */
  crash(tab: Tab) {
    if (tab.state.isUnkept) this.#release(wordsOf(tab.state.text))
    this.tabs = this.tabs.filter((each) => each !== tab)
  }

  /** The browser goes down, and comes up again with as many tabs. */
  crashAll() {
    const { length } = this.tabs
    for (const tab of this.tabs) this.crash(tab)
    for (let count = 0; count < length; count += 1) this.open()
  }

  close(tab: Tab) {
    this.tell(tab, { type: 'unloading', at: this.now })
    this.crash(tab)
  }

  goOnline(isOnline: boolean) {
    this.isOnline = isOnline
    for (const tab of this.tabs) {
      this.tell(tab, { type: isOnline ? 'wentOnline' : 'wentOffline', at: this.now })
    }
  }

  /** How a request can end. `late`: the tab gives it up, and it arrives some time. */
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
      this.tell(message.to, { type: 'savedElsewhere', project: message.project, at: this.now })
    }
  }

  /** Words that were typed, that nobody took away, and that are nowhere. */
  lost() {
    return this.words.filter((word) => !this.released.has(word) && !this.#isSomewhere(word))
  }

  /** Tabs that say 'saved' of another text than the one that they have themselves brought to the server last. */
  liars() {
    const { by, ...stored } = this.server.texts.at(-1) as Stored
    const isLying = (tab: Tab) => statusOf(tab.state) === 'saved' && !sameText(outgoing(tab.state), stored)
    return this.tabs.filter((tab) => tab === by && isLying(tab))
  }

  /** Everything works again, and every choice is made: does it come to rest? */
  comeToRest() {
    this.isStorageBroken = false
    this.server.isSignedIn = true
    this.goOnline(true)
    for (const tab of this.tabs) this.tell(tab, { type: 'signedIn', at: this.now })
    for (let round = 0; round < 60; round += 1) {
      while (this.messages.length > 0) this.deliver()
      for (const tab of this.tabs) this.choose(tab, round % 2 === 0 ? 'mine' : 'saved')
      while (this.requests.length > 0) this.answer(0, 'arrives')
      this.pass(3_000)
      if (this.#isAtRest()) return true
    }
    return false
  }

  #isAtRest() {
    const isQuiet = this.requests.length + this.messages.length === 0
    const texts = this.tabs.map(({ state }) => state)
    return (
      isQuiet &&
      texts.every((state) => ['saved', 'no-title'].includes(statusOf(state))) &&
      // A tab that nobody told may show an older text: it learns of the newer one when it saves.
      texts.every(({ base }) => this.server.texts.some((text) => sameText(text, base))) &&
      [...this.storage].every(([key, draft]) => draft.isAside || !this.tabs.some((tab) => tab.key === key))
    )
  }

  #edit(tab: Tab, field: 'title' | 'notes', value: string) {
    const text = { ...tab.state.text, [field]: value }
    this.tell(tab, {
      type: 'edited',
      edit: { text, field, kind: 'replace', caret: value.length, at: this.now },
    })
  }

  #release(words: string[]) {
    for (const word of words) this.released.add(word)
  }

  #take(tab: Tab, step: Step) {
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
        for (const to of this.tabs) if (to !== tab) this.messages.push({ to, project: effect.project })
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

  /** What the API does with a save. */
  #serve({ save, seen, tab, isOutdated }: Request): Outcome {
    if (!this.server.isSignedIn) return { kind: 'signed-out' }
    const { current } = this
    const text = { title: save.title ?? current.title, notes: save.notes }
    if (sameText(text, current)) return { kind: 'saved', project: current }
    if (save.version !== current.version) return { kind: 'changed', project: current }
    const kept = new Set(wordsOf(text))
    const unseen = wordsOf(current).filter(
      (word) => !kept.has(word) && !seen.has(word) && !this.released.has(word),
    )
    this.silentlyOverwritten.push(...unseen)
    this.server.texts.push({ ...text, version: current.version + 1, by: isOutdated ? undefined : tab })
    return { kind: 'saved', project: this.current }
  }

  #isSomewhere(word: string) {
    const has = (text: ProjectText | null) => text !== null && `${text.title}${text.notes}`.includes(word)
    return (
      this.server.texts.slice(-versionsKept).some(has) ||
      [...this.storage.values()].some(has) ||
      this.tabs.some(({ state }) => has(state.text) || has(state.conflict))
    )
  }
}

const wordsIn = (text: string) => text.match(/<\d+>/g) ?? []
const wordsOf = (text: ProjectText | null) => (text ? wordsIn(text.title + text.notes) : [])
