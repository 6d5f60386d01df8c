import type { MemberEntry } from './member-entries.ts'

/** Entries of the browser, which stay when a member signs out. */
type SiteEntry = 'theme' | 'reader' | 'visits' | 'dismissed' | 'sign-out'

type MemberKey = `foldout:${string}:${MemberEntry}`
export type MemberSubkey = `foldout:${string}:${MemberEntry}:${string}`
export type StorageKey = `foldout:${SiteEntry}` | MemberKey | MemberSubkey

export const memberKey = (userId: string, entry: MemberEntry): MemberKey => `foldout:${userId}:${entry}`

/** Names one of several entries of a kind. An empty last id makes a prefix. */
export const memberSubkey = (userId: string, entry: MemberEntry, ...ids: string[]): MemberSubkey =>
  `foldout:${userId}:${entry}:${ids.join(':')}`

export const memberPrefix = (userId: string) => `foldout:${userId}:`

/** React Router stores here the scroll position of each history entry, by its key. */
export const scrollPositionsKey = 'foldout:scroll-positions'

/** Entries of session storage, which end with the tab. */
export type TabKey = 'foldout:agreed-notes' | 'foldout:list-lengths' | typeof scrollPositionsKey
