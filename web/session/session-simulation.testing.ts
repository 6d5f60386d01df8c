import { sameText, textOf } from '#web/editor/project-text.ts'
import {
  EditorEnvironment,
  maxVersions,
  type StoredVersion,
  type Tab,
  wordsIn,
  wordsOf,
} from './session-environment.testing.ts'
import { isDirty, nextDue, outgoing, statusOf } from './session-state.ts'

/** Simulates what members do in the editor and what can fail, and checks the editor's invariants. */
export class EditorSimulation extends EditorEnvironment {
  words: string[] = []

  type(tab: Tab, field: 'title' | 'notes', position: number) {
    const word = `<${this.words.length}>`
    const parts = tab.state.text[field].split(/(?=<)/)
    parts.splice(position % (parts.length + 1), 0, word)
    this.words.push(word)
    this.#edit(tab, field, parts.join(''))
  }

  /** Removes a word, which may then be missing. */
  erase(tab: Tab, field: 'title' | 'notes', position: number) {
    const parts = tab.state.text[field].split(/(?=<)/)
    const [word] = parts.splice(position % parts.length, 1)
    this.release(wordsIn(word ?? ''))
    this.#edit(tab, field, parts.join(''))
  }

  /** Words removed by undo and redo may be missing. */
  undoOrRedo(tab: Tab, type: 'undone' | 'redone') {
    const before = wordsOf(tab.state.text)
    this.dispatch(tab, { type, at: this.now })
    const after = new Set(wordsOf(tab.state.text))
    this.release(before.filter((word) => !after.has(word)))
  }

  restore(tab: Tab, index: number) {
    const text = this.server.texts.slice(-maxVersions)[index % Math.min(maxVersions, this.server.texts.length)]
    const before = wordsOf(tab.state.text)
    const wasDirty = isDirty(tab.state)
    if (text) this.dispatch(tab, { type: 'restored', text: textOf(text), at: this.now })
    if (tab.state.hasSetAsideFailed) return
    if (wasDirty) this.#expectStored(before)
    this.release(before)
  }

  /** Both texts must exist right after a choice. Later the rejected one may exceed the limit of versions. */
  choose(tab: Tab, side: 'mine' | 'saved') {
    const { conflict } = tab.state
    if (!conflict) return
    const both = [...wordsOf(tab.state.text), ...wordsOf(conflict)]
    this.dispatch(tab, { type: 'chosen', side, version: conflict.version, at: this.now })
    if (tab.state.conflict) return
    this.#expectStored(both)
    this.release(both)
  }

  #expectStored(words: string[]) {
    const lostWords = words.filter((word) => !this.isStoredAnywhere(word) && !this.releasedWords.has(word))
    if (lostWords.length > 0) throw new Error(`${lostWords} went with the choice`)
  }

  advance(ms: number) {
    this.now += ms
    for (const tab of this.tabs) {
      const due = nextDue(tab.state)
      if (due !== null && due <= this.now) this.dispatch(tab, { type: 'timePassed', at: this.now })
    }
  }

  /** Ends the tab without an event. Text that the browser could not store may be missing afterwards. */
  crash(tab: Tab) {
    if (tab.state.hasStorageFailed) this.release(wordsOf(tab.state.text))
    this.tabs = this.tabs.filter((each) => each !== tab)
  }

  crashBrowser() {
    const { length } = this.tabs
    for (const tab of this.tabs) this.crash(tab)
    for (let count = 0; count < length; count += 1) this.open()
  }

  close(tab: Tab) {
    this.dispatch(tab, { type: 'unloading', at: this.now })
    this.crash(tab)
  }

  setOnline(isOnline: boolean) {
    this.isOnline = isOnline
    for (const tab of this.tabs) {
      this.dispatch(tab, { type: isOnline ? 'wentOnline' : 'wentOffline', at: this.now })
    }
  }

  /** Words that were typed and not removed, but exist nowhere. */
  listLostWords() {
    return this.words.filter((word) => !this.releasedWords.has(word) && !this.isStoredAnywhere(word))
  }

  /** Tabs that made the server's last save, but show `saved` for another text. */
  listFalselySaved() {
    const { savedBy, ...stored } = this.server.texts.at(-1) as StoredVersion
    const isFalselySaved = (tab: Tab) => statusOf(tab.state) === 'saved' && !sameText(outgoing(tab.state), stored)
    return this.tabs.filter((tab) => tab === savedBy && isFalselySaved(tab))
  }

  /** Ends all failures and resolves all conflicts. Returns whether the editor settles. */
  settles() {
    this.isStorageBroken = false
    this.server.isSignedIn = true
    this.setOnline(true)
    for (const tab of this.tabs) this.dispatch(tab, { type: 'signedIn', at: this.now })
    for (let round = 0; round < 60; round += 1) {
      while (this.messages.length > 0) this.deliver()
      for (const tab of this.tabs) this.choose(tab, round % 2 === 0 ? 'mine' : 'saved')
      while (this.requests.length > 0) this.endRequest(0, 'arrives')
      this.advance(3_000)
      if (this.#isIdle()) return true
    }
    return false
  }

  #isIdle() {
    const isDrained = this.requests.length + this.messages.length === 0
    const texts = this.tabs.map(({ state }) => state)
    return (
      isDrained &&
      texts.every((state) => ['saved', 'no-title'].includes(statusOf(state))) &&
      // A tab without a message may show an older text. The tab learns of the newer one when it saves.
      texts.every(({ base }) => this.server.texts.some((text) => sameText(text, base))) &&
      [...this.storage].every(([key, draft]) => draft.isAside || !this.tabs.some((tab) => tab.key === key))
    )
  }

  #edit(tab: Tab, field: 'title' | 'notes', value: string) {
    const text = { ...tab.state.text, [field]: value }
    this.dispatch(tab, {
      type: 'edited',
      edit: { text, target: field, kind: 'replace', caret: value.length, at: this.now },
    })
  }
}
