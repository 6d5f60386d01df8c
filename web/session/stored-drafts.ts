import { isTime, listStoredKeys, persist, readStored, removeStored } from '#web/browser/local-storage.ts'
import { newId } from '#web/browser/new-id.ts'
import type { MemberSubkey } from '#web/browser/storage-keys.ts'
import type { Draft, StoredDraft } from './session-state.ts'

/** Returns undefined for a stored value that is no draft of this kind. */
export type ParseDraft<Text> = (stored: unknown) => Draft<Text> | undefined

/** Latest first. */
export function listStoredDrafts<Text>(prefix: string, parse: ParseDraft<Text>): StoredDraft<Text>[] {
  return listStoredKeys(prefix)
    .map((key) => ({ key, draft: parse(readStored(key)) }))
    .filter((stored): stored is StoredDraft<Text> => stored.draft !== undefined)
    .sort((a, b) => b.draft.at - a.draft.at)
}

/** Drafts of several texts of one member, with the id of each text. */
export const listDraftsOfMember = <Text>(prefix: MemberSubkey, parse: ParseDraft<Text>) =>
  listStoredDrafts(prefix, parse).map((stored) => ({ ...stored, id: stored.key.split(':')[3] ?? '' }))

/** All stored drafts of one text, with one key per tab, so that tabs do not overwrite each other. A lock on this tab's draft shows that the tab is open. */
export class StoredDrafts<Text> {
  readonly userId: string
  readonly #prefix: MemberSubkey
  readonly #parse: ParseDraft<Text>
  #key: MemberSubkey
  #unlock: () => void
  #isStored = false

  constructor(userId: string, prefix: MemberSubkey, parse: ParseDraft<Text>) {
    this.userId = userId
    this.#prefix = prefix
    this.#parse = parse
    this.#key = `${this.#prefix}${newId()}`
    this.#unlock = lockDraft(this.#key)
  }

  async listAbandoned() {
    const lockedKeys = await listLockedKeys()
    return listStoredDrafts(this.#prefix, this.#parse).filter(({ key }) => !lockedKeys.has(key))
  }

  listSetAside() {
    return listStoredDrafts(this.#prefix, this.#parse).filter(({ draft }) => draft.isAside)
  }

  persist(draft: Draft<Text>) {
    const isStored = persist(this.#key, draft)
    this.#isStored ||= isStored
    return isStored
  }

  remove() {
    this.#isStored = false
    removeStored(this.#key)
  }

  removeAll() {
    for (const key of listStoredKeys(this.#prefix)) removeStored(key)
  }

  /** Overwrites this tab's draft in storage, so that it needs no extra space. */
  setAsideCurrent(draft: Draft<Text>) {
    if (!persist(this.#key, draft)) return false
    this.#unlock()
    this.#key = `${this.#prefix}${newId()}`
    this.#unlock = lockDraft(this.#key)
    this.#isStored = false
    return true
  }

  setAside(draft: Draft<Text>) {
    return persist(`${this.#prefix}${newId()}`, { ...draft, isAside: true })
  }

  isTakenOver() {
    if (!this.#isStored) return false
    const stored = listStoredDrafts(this.#key, this.#parse)[0]
    return !stored || stored.draft.isAside === true
  }

  unlock() {
    this.#unlock()
  }
}

/** Whether a stored value has what every draft has besides its text. */
export function isDraftOfText(stored: object): stored is Omit<Draft<object>, 'base'> {
  const { version, sent, at } = stored as Record<string, unknown>
  return typeof version === 'number' && isTime(at) && Array.isArray(sent)
}

/** Locks that this page has released. Browsers may list them a little longer. */
const released = new Set<string>()

/** Locks the draft until the tab ends. Returns the release function. */
function lockDraft(key: string): () => void {
  let release = () => {}
  // Without https there are no locks. All drafts then count as those of closed tabs, and none is lost.
  if (!('locks' in navigator)) return release
  const abortController = new AbortController()
  const holdLock = () =>
    new Promise<void>((resolve) => {
      release = resolve
    })
  void requestLock(key, abortController.signal, holdLock)
  return () => {
    released.add(key)
    abortController.abort()
    release()
  }
}

async function requestLock(key: string, signal: AbortSignal, holdLock: () => Promise<void>) {
  try {
    await navigator.locks.request(key, { signal }, holdLock)
  } catch {
    // The lock was released before it was granted, or refused.
  }
}

async function listLockedKeys(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set()
  try {
    const { held = [] } = await navigator.locks.query()
    return new Set(held.map(({ name }) => name ?? '').filter((name) => !released.has(name)))
  } catch {
    return new Set()
  }
}
