import { isDirty, nextDue, outgoing, statusOf } from './editor-state.ts'
import {
  type Stored,
  Surroundings,
  type Tab,
  versionsKept,
  wordsIn,
  wordsOf,
} from './editor-surroundings.testing.ts'
import { sameText, textOf } from './project-text.ts'

/** Simulates what members do in the editor and what can fail, and checks the editor's invariants. */
export class World extends Surroundings {
  words: string[] = []

  type(tab: Tab, field: 'title' | 'notes', place: number) {
    const word = `<${this.words.length}>`
    const pieces = tab.state.text[field].split(/(?=<)/)
    pieces.splice(place % (pieces.length + 1), 0, word)
    this.words.push(word)
    this.#edit(tab, field, pieces.join(''))
  }

  /** Removes a word, which may then be missing. */
  erase(tab: Tab, field: 'title' | 'notes', place: number) {
    const pieces = tab.state.text[field].split(/(?=<)/)
    const [word] = pieces.splice(place % pieces.length, 1)
    this.release(wordsIn(word ?? ''))
    this.#edit(tab, field, pieces.join(''))
  }

  /** Words removed by undo and redo may be missing. */
  travel(tab: Tab, type: 'undone' | 'redone') {
    const before = wordsOf(tab.state.text)
    this.tell(tab, { type, at: this.now })
    const after = new Set(wordsOf(tab.state.text))
    this.release(before.filter((word) => !after.has(word)))
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
    this.release(before)
  }

  /** Both texts must exist right after a choice. Later the rejected one may exceed the limit of versions. */
  choose(tab: Tab, side: 'mine' | 'saved') {
    const { conflict } = tab.state
    if (!conflict) return
    const both = [...wordsOf(tab.state.text), ...wordsOf(conflict)]
    this.tell(tab, { type: 'chosen', side, version: conflict.version, at: this.now })
    if (tab.state.conflict) return
    this.#mustHave(both)
    this.release(both)
  }

  #mustHave(words: string[]) {
    const lost = words.filter((word) => !this.isSomewhere(word) && !this.released.has(word))
    if (lost.length > 0) throw new Error(`${lost} went with the choice`)
  }

  pass(ms: number) {
    this.now += ms
    for (const tab of this.tabs) {
      const due = nextDue(tab.state)
      if (due !== null && due <= this.now) this.tell(tab, { type: 'timePassed', at: this.now })
    }
  }

  /** Ends the tab without an event. Text that the browser could not store may be missing afterwards. */
  crash(tab: Tab) {
    if (tab.state.isUnkept) this.release(wordsOf(tab.state.text))
    this.tabs = this.tabs.filter((each) => each !== tab)
  }

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

  /** Words that were typed and not removed, but exist nowhere. */
  lost() {
    return this.words.filter((word) => !this.released.has(word) && !this.isSomewhere(word))
  }

  /** Tabs that made the server's last save, but show `saved` for another text. */
  liars() {
    const { by, ...stored } = this.server.texts.at(-1) as Stored
    const isLying = (tab: Tab) => statusOf(tab.state) === 'saved' && !sameText(outgoing(tab.state), stored)
    return this.tabs.filter((tab) => tab === by && isLying(tab))
  }

  /** Ends all failures and resolves all conflicts. Returns whether the editor settles. */
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
      // A tab without a message may show an older text. The tab learns of the newer one when it saves.
      texts.every(({ base }) => this.server.texts.some((text) => sameText(text, base))) &&
      [...this.storage].every(([key, draft]) => draft.isAside || !this.tabs.some((tab) => tab.key === key))
    )
  }

  #edit(tab: Tab, field: 'title' | 'notes', value: string) {
    const text = { ...tab.state.text, [field]: value }
    this.tell(tab, {
      type: 'edited',
      edit: { text, place: field, kind: 'replace', caret: value.length, at: this.now },
    })
  }
}
