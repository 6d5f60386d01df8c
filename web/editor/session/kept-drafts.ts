import { forget, isTime, keep, keptKeys, readKept } from '#web/browser/local-storage.ts'
import { newId } from '#web/browser/new-id.ts'
import type { Draft, KeptDraft } from '../model/editor-state.ts'
import { storableTitle } from '../model/project-text.ts'

/** One key per tab, so that tabs do not overwrite each other's drafts. */
export const draftPrefix = (userId: string, projectId: string) => `${memberPrefix(userId)}${projectId}:`
const memberPrefix = (userId: string) => `foldout:${userId}:draft:`

export const draftsOfMember = (userId: string) =>
  draftsIn(memberPrefix(userId)).map((kept) => ({ ...kept, id: kept.key.split(':')[3] ?? '' }))

/** Stored drafts, latest first. Titles from older versions may contain line breaks. */
export function draftsIn(prefix: string): KeptDraft[] {
  return keptKeys(prefix)
    .map((key) => ({ key, draft: readKept(key) }))
    .filter((kept): kept is KeptDraft => isDraft(kept.draft))
    .map(({ key, draft }) => ({ key, draft: { ...draft, title: storableTitle(draft.title) } }))
    .sort((a, b) => b.draft.at - a.draft.at)
}

export const projectDrafts = (userId: string, projectId: string) =>
  new KeptDrafts(userId, draftPrefix(userId, projectId), draftsIn)

type FindDrafts<Text> = (prefix: string) => KeptDraft<Text>[]

/** All stored drafts of one text. A lock on this tab's draft shows that the tab is open. */
export class KeptDrafts<Text> {
  readonly userId: string
  readonly #prefix: string
  readonly #find: FindDrafts<Text>
  #key: string
  #unlock: () => void
  #isKept = false

  constructor(userId: string, prefix: string, find: FindDrafts<Text>) {
    this.userId = userId
    this.#prefix = prefix
    this.#find = find
    this.#key = this.#prefix + newId()
    this.#unlock = lockDraft(this.#key)
  }

  async abandoned() {
    const living = await livingDrafts()
    return this.#find(this.#prefix).filter(({ key }) => !living.has(key))
  }

  asides() {
    return this.#find(this.#prefix).filter(({ draft }) => draft.isAside)
  }

  keep(draft: Draft<Text>) {
    const isKept = keep(this.#key, draft)
    this.#isKept ||= isKept
    return isKept
  }

  forget() {
    this.#isKept = false
    forget(this.#key)
  }

  forgetAll() {
    for (const each of keptKeys(this.#prefix)) forget(each)
  }

  /** Overwrites this tab's draft in storage, so that it needs no extra space. */
  keepAside(draft: Draft<Text>) {
    if (!keep(this.#key, draft)) return false
    this.#unlock()
    this.#key = this.#prefix + newId()
    this.#unlock = lockDraft(this.#key)
    this.#isKept = false
    return true
  }

  putAside(draft: Draft<Text>) {
    return keep(this.#prefix + newId(), { ...draft, isAside: true })
  }

  isTakenOver() {
    if (!this.#isKept) return false
    const kept = this.#find(this.#key)[0]
    return !kept || kept.draft.isAside === true
  }

  unlock() {
    this.#unlock()
  }
}

function isDraft(kept: unknown): kept is Draft {
  if (typeof kept !== 'object' || kept === null) return false
  const { title, notes, version, sent, at } = kept as Record<string, unknown>
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
  const leaving = new AbortController()
  const held = () =>
    new Promise<void>((resolve) => {
      release = resolve
    })
  void requestLock(key, leaving.signal, held)
  return () => {
    released.add(key)
    leaving.abort()
    release()
  }
}

async function requestLock(key: string, signal: AbortSignal, held: () => Promise<void>) {
  try {
    await navigator.locks.request(key, { signal }, held)
  } catch {
    // The lock was released before it was granted, or refused.
  }
}

async function livingDrafts(): Promise<Set<string>> {
  if (!('locks' in navigator)) return new Set()
  try {
    const { held = [] } = await navigator.locks.query()
    return new Set(held.map(({ name }) => name ?? '').filter((name) => !released.has(name)))
  } catch {
    return new Set()
  }
}
