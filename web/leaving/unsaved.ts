import type { QueryClient } from '@tanstack/react-query'
import { forget, keptKeys } from '#web/browser/local-storage.ts'
import { draftsOfMember } from '#web/editor/session/kept-drafts.ts'
import { dropOpenTexts, saveTextsOnlyHere, textsOnlyHere } from '#web/editor/session/open-texts.ts'
import { saveKeptDrafts } from '#web/editor/session/save-kept-drafts.ts'
import { isTimerRunning, unsentOf } from '#web/focus/timer/timer-model.ts'
import { dropTimer, sendUnsent } from '#web/focus/timer/use-timer.ts'
import { zineEditsOf } from '#web/layout/edit/use-zine-edit.ts'
import { layoutsOfMember } from '#web/layout/session/kept-layouts.ts'
import { saveKeptLayouts } from '#web/layout/session/send-layout.ts'
import { draftsOf, unsavedDraftsOf } from '#web/projects/save-project.ts'

/** What this browser has of a member and the server does not. */
export type Unsaved = {
  texts: number
  /** How many of the texts the browser could not keep: they end with this page. */
  onlyHere: number
  sessions: number
  isRunning: boolean
}

/** How long, in milliseconds, somebody who leaves waits for it to be saved. */
const patience = 10_000

export function unsavedOf(userId: string): Unsaved {
  const onlyHere = textsOnlyHere(userId).length
  return {
    texts: [draftsOfMember, layoutsOfMember, zineEditsOf, unsavedDraftsOf].reduce(
      (sum, listed) => sum + listed(userId).length,
      onlyHere,
    ),
    onlyHere,
    sessions: unsentOf(userId).length,
    isRunning: isTimerRunning(userId),
  }
}

export const isNothing = ({ texts, sessions, isRunning }: Unsaved) => texts + sessions === 0 && !isRunning

/** Saves what can be saved, and answers what is left. */
export async function saveAll(queries: QueryClient, userId: string): Promise<Unsaved> {
  // What was typed last first: kept may be an earlier state of the same text.
  const texts = saveTextsOnlyHere(userId).then(() =>
    Promise.all([saveKeptDrafts(userId), saveKeptLayouts(userId)]),
  )
  const saving = Promise.all([texts, sendUnsent(queries, userId)])
  const enough = new Promise((done) => setTimeout(done, patience))
  await Promise.race([saving, enough])
  return unsavedOf(userId)
}

/** What was seen, and how the timer is to ring: they say nothing of what somebody does (spec §9). */
const stays = /:(seen:\w+|timer-signals)$/

/** Forgets everything else that this browser keeps of a member, in all its tabs. */
export function forgetAll(queries: QueryClient, userId: string) {
  dropOpenTexts(userId)
  draftsOf(userId).clear()
  if (!isNothing(unsavedOf(userId))) dropTimer(queries, userId)
  for (const key of keptKeys(`foldout:${userId}:`)) if (!stays.test(key)) forget(key)
}
