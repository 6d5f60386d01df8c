/** Unsaved work, as the question at sign-out calls it. */
export type Work = 'text' | 'page' | 'session' | 'timer'

/**
 * The entries that a member has in local storage. Writing one needs a key from this file, so that signing out finds
 * each: it saves or asks about work, deletes the private ones, and leaves hints, which reveal no activity (spec §9).
 */
export const memberEntries = {
  draft: 'text',
  layout: 'text',
  'zine-edit': 'text',
  made: 'page',
  'unsent-sessions': 'session',
  timer: 'timer',
  'on-the-table': 'private',
  seen: 'hint',
  'timer-signals': 'hint',
} as const satisfies Record<string, Work | 'private' | 'hint'>

type MemberEntry = keyof typeof memberEntries

export type WorkEntry = {
  [Entry in MemberEntry]: (typeof memberEntries)[Entry] extends Work ? Entry : never
}[MemberEntry]

/** Entries of the browser, which stay when a member signs out. */
type SiteEntry = 'theme' | 'reader' | 'visits' | 'dismissed' | 'sign-out'

type MemberKey = `foldout:${string}:${MemberEntry}`
export type MemberSubkey = `foldout:${string}:${MemberEntry}:${string}`
export type StorageKey = `foldout:${SiteEntry}` | MemberKey | MemberSubkey

export const siteKey = (entry: SiteEntry): StorageKey => `foldout:${entry}`

export const memberKey = (userId: string, entry: MemberEntry): MemberKey => `foldout:${userId}:${entry}`

/** For several entries of one kind. An empty last id makes a prefix. */
export const memberSubkey = (userId: string, entry: MemberEntry, ...ids: string[]): MemberSubkey =>
  `foldout:${userId}:${entry}:${ids.join(':')}`

export const memberPrefix = (userId: string) => `foldout:${userId}:`

/** Whether an entry of the member is deleted when they sign out. Entries of older versions are. */
export function isDeletedAtSignOut(key: string, userId: string) {
  if (!key.startsWith(memberPrefix(userId))) return false
  const [entry = ''] = key.slice(memberPrefix(userId).length).split(':')
  return memberEntries[entry as MemberEntry] !== 'hint'
}

/** Entries of session storage, which end with the tab. React Router writes the scroll positions. */
export const tabEntries = {
  agreedNotes: 'foldout:agreed-notes',
  listLengths: 'foldout:list-lengths',
  scrollPositions: 'react-router-scroll-positions',
} as const

export type TabKey = (typeof tabEntries)[keyof typeof tabEntries]
