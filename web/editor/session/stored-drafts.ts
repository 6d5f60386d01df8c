import { isTime, listStoredKeys, persist, readStored, removeStored } from '#web/browser/local-storage.ts'
import { newId } from '#web/browser/new-id.ts'
import { type MemberSubkey, memberSubkey } from '#web/browser/storage-keys.ts'
import type { Draft, StoredDraft } from '../model/editor-state.ts'
import { toStorableTitle } from '../model/project-text.ts'

/** One key per tab, so that tabs do not overwrite each other's drafts. */
export const draftPrefix = (userId: string, projectId: string) => memberSubkey(userId, 'draft', projectId, '')

export const listMemberDrafts = (userId: string) =>
  listStoredDrafts(memberSubkey(userId, 'draft', '')).map((stored) => ({
    ...stored,
    id: stored.key.split(':')[3] ?? '',
  }))

/** Stored drafts, latest first. Titles from older versions may contain line breaks. */
export function listStoredDrafts(prefix: string): StoredDraft[] {
  return listStoredKeys(prefix)
    .map((key) => ({ key, draft: readStored(key) }))
    .filter((stored): stored is StoredDraft => isDraft(stored.draft))
    .map(({ key, draft }) => ({ key, draft: { ...draft, title: toStorableTitle(draft.title) } }))
    .sort((a, b) => b.draft.at - a.draft.at)
}

export const createProjectDrafts = (userId: string, projectId: string) =>
  new StoredDrafts(userId, draftPrefix(userId, projectId), listStoredDrafts)

type FindDrafts<Text> = (prefix: string) => StoredDraft<Text>[]

/** All stored drafts of one text. A lock on this tab's draft shows that the tab is open. */
export class StoredDrafts<Text> {
  readonly userId: string
  readonly #prefix: MemberSubkey
  readonly #find: FindDrafts<Text>
  #key: MemberSubkey
  #unlock: () => void
  #isStored = false

  constructor(userId: string, prefix: MemberSubkey, find: FindDrafts<Text>) {
    this.userId = userId
    this.#prefix = prefix
    this.#find = find
    this.#key = `${this.#prefix}${newId()}`
    this.#unlock = lockDraft(this.#key)
  }

  async listAbandoned() {
    const lockedKeys = await listLockedKeys()
    return this.#find(this.#prefix).filter(({ key }) => !lockedKeys.has(key))
  }

  listSetAside() {
    return this.#find(this.#prefix).filter(({ draft }) => draft.isAside)
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
    const stored = this.#find(this.#key)[0]
    return !stored || stored.draft.isAside === true
  }

  unlock() {
    this.#unlock()
  }
}

function isDraft(stored: unknown): stored is Draft {
  if (typeof stored !== 'object' || stored === null) return false
  const { title, notes, version, sent, at } = stored as Record<string, unknown>
  return (
    typeof title === 'string' &&
    typeof notes === 'string' &&
    typeof version === 'number' &&
    isTime(at) &&
    Array.isArray(sent)
  )
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
