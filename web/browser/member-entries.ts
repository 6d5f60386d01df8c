/** Unsaved work, as the question at sign-out calls it. */
export type Work = 'text' | 'page' | 'session' | 'timer'

/**
 * The entries that a member has in local storage. Writing one needs a key from this list, so that signing out finds
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

export type MemberEntry = keyof typeof memberEntries

export type WorkEntry = {
  [Entry in MemberEntry]: (typeof memberEntries)[Entry] extends Work ? Entry : never
}[MemberEntry]
