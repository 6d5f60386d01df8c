import type { QueryClient } from '@tanstack/react-query'
import { listStoredKeys, removeStored } from '#web/browser/local-storage.ts'
import { type MemberEntry, memberEntries, type Work, type WorkEntry } from '#web/browser/member-entries.ts'
import { memberPrefix } from '#web/browser/storage-keys.ts'
import { listProjectDrafts, saveStoredProjects } from '#web/editor/save-project.ts'
import { isTimerRunning, readUnsentSessions } from '#web/focus/timer/timer-model.ts'
import { discardTimer, sendUnsent } from '#web/focus/timer/use-timer.ts'
import { loadSentences } from '#web/languages/browser-i18n.ts'
import { listStoredEdits } from '#web/layout/edit/stored-zine-edits.ts'
import { saveStoredLayouts } from '#web/layout/session/send-layout.ts'
import { listMemberLayouts } from '#web/layout/session/stored-layouts.ts'
import { countStoredPages } from '#web/layout/table/stored-made-pages.ts'
import { draftsOf, unsavedDraftsOf } from '#web/projects/save-project.ts'
import { discardOpenTexts, flushTextsOnlyInMemory, listTextsOnlyInMemory } from '#web/session/open-texts.ts'

export type Unsaved = Record<Work, number> & { onlyInMemory: number }

const counters: Record<WorkEntry, (userId: string) => number> = {
  draft: (userId) => listProjectDrafts(userId).length,
  layout: (userId) => listMemberLayouts(userId).length,
  'zine-edit': (userId) => listStoredEdits(userId).length,
  made: countStoredPages,
  'unsent-sessions': (userId) => readUnsentSessions(userId).length,
  timer: (userId) => Number(isTimerRunning(userId)),
}

export function countUnsaved(userId: string): Unsaved {
  const onlyInMemory = listTextsOnlyInMemory(userId).length
  const text = onlyInMemory + unsavedDraftsOf(userId).length
  const unsaved: Unsaved = { text, page: 0, session: 0, timer: 0, onlyInMemory }
  for (const [entry, count] of Object.entries(counters)) unsaved[memberEntries[entry as WorkEntry]] += count(userId)
  return unsaved
}

export const isEmpty = ({ text, page, session, timer }: Unsaved) => text + page + session + timer === 0

const saveTimeoutMs = 10_000

/** Pages made here and changes of published zines are saved by their member only, so they remain. */
export async function saveAll(queries: QueryClient, userId: string): Promise<Unsaved> {
  // Saves text from open tabs first, because stored drafts may be older.
  const texts = flushTextsOnlyInMemory(userId).then(() =>
    Promise.all([saveStoredProjects(userId), saveStoredLayouts(userId)]),
  )
  // Why a session was refused is stored as a sentence.
  const sentences = loadSentences('making').catch(() => undefined)
  const saved = Promise.all([texts, sentences.then(() => sendUnsent(queries, userId))])
  const timeout = new Promise((done) => setTimeout(done, saveTimeoutMs))
  await Promise.race([saved, timeout])
  return countUnsaved(userId)
}

/** Deletes what this browser has of a member, in all tabs. */
export function deleteLocalData(queries: QueryClient, userId: string) {
  discardOpenTexts(userId)
  draftsOf(userId).clear()
  if (!isEmpty(countUnsaved(userId))) discardTimer(queries, userId)
  for (const key of listStoredKeys(memberPrefix(userId))) if (isDeletedAtSignOut(key, userId)) removeStored(key)
}

/** Whether an entry of the member is deleted when they sign out. Entries of older versions are. */
function isDeletedAtSignOut(key: string, userId: string) {
  if (!key.startsWith(memberPrefix(userId))) return false
  const [entry = ''] = key.slice(memberPrefix(userId).length).split(':')
  return memberEntries[entry as MemberEntry] !== 'hint'
}
