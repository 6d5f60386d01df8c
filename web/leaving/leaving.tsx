import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type LeavingRequest, signOutLater } from '#web/accounts/leaving.ts'
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
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import { counted } from '#web/ui/number.ts'

type Props = LeavingRequest & { userId: string }

export function Leaving({ why, ...props }: Props) {
  if (why === 'unreachable') return <Unreachable {...props} />
  return <Saving isGone={why === 'deleted'} {...props} />
}

type SavingProps = Omit<Props, 'why'> & { isGone: boolean }

/** Saves first, then asks about unsaved work. Renders nothing if there is nothing to save. */
function Saving({ userId, isGone, answer }: SavingProps) {
  const queries = useQueryClient()
  const [isNeeded] = useState(() => !isGone && !isNothing(unsavedOf(userId)))
  const [left, setLeft] = useState<Unsaved>()
  const discard = () => answer(() => forgetAll(queries, userId))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once
  useEffect(() => {
    let isWanted = true
    const saved = isNeeded ? saveAll(queries, userId) : Promise.resolve(undefined)
    void saved.then((unsaved) => {
      if (!isWanted) return
      if (unsaved && !isNothing(unsaved)) setLeft(unsaved)
      else discard()
    })
    return () => {
      isWanted = false
    }
  }, [])
  if (!isNeeded) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => open || answer(undefined)}
      title={left ? 'Not everything is saved' : 'Logging out'}
      width="36rem"
    >
      {left ? (
        <Choice
          left={left}
          onCancel={() => answer(undefined)}
          onKeep={() => answer(() => {})}
          onDiscard={discard}
        />
      ) : (
        <p role="status">Saving your last changes...</p>
      )}
    </Dialog>
  )
}

type ChoiceProps = { left: Unsaved; onCancel: () => void; onKeep: () => void; onDiscard: () => void }

const Choice = ({ left, onCancel, onKeep, onDiscard }: ChoiceProps) => (
  <>
    <p>
      {named(left)} could not be saved: only this browser has {isOne(left) ? 'it' : 'them'}.
    </p>
    <p>{left.onlyHere > 0 ? cannotBeKept : canBeKept}</p>
    <div className={dialog.row}>
      <Button look="second" data-autofocus onClick={onCancel}>
        Cancel
      </Button>
      {left.onlyHere === 0 && (
        <Button look="second" onClick={onKeep}>
          Keep in This Browser
        </Button>
      )}
      <Button look="danger" onClick={onDiscard}>
        Discard and Log Out
      </Button>
    </div>
  </>
)

const canBeKept =
  'What you keep is here when you sign in again. Anyone who uses this browser can find it, so discard it on a shared computer.'
const cannotBeKept =
  'This browser can’t store your last changes. Cancel and copy them somewhere else, or they are lost.'

const partsOf = ({ texts, sessions, isRunning }: Unsaved) => [
  ...(texts > 0 ? [counted(texts, 'text')] : []),
  ...(sessions > 0 ? [counted(sessions, 'focus session')] : []),
  ...(isRunning ? ['the running timer'] : []),
]

const isOne = ({ texts, sessions, isRunning }: Unsaved) => texts + sessions + Number(isRunning) === 1

function named(unsaved: Unsaved) {
  const words = new Intl.ListFormat('en').format(partsOf(unsaved))
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Remembers the sign-out, because only the server can delete the session cookie. */
const Unreachable = ({ userId, answer }: Omit<Props, 'why'>) => (
  <ConfirmDialog
    open
    onOpenChange={(open) => open || answer(undefined)}
    title="This browser is still signed in"
    sentence="Foldout can’t be reached, so you are not signed out yet. You can leave this page: you will be signed out as soon as this browser is online again."
    confirmLabel="Leave Now"
    onConfirm={() => answer(() => void signOutLater(userId))}
  />
)

export type Unsaved = {
  texts: number
  onlyHere: number
  sessions: number
  isRunning: boolean
}

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

export async function saveAll(queries: QueryClient, userId: string): Promise<Unsaved> {
  // Saves text from open tabs first, because stored drafts may be older.
  const texts = saveTextsOnlyHere(userId).then(() =>
    Promise.all([saveKeptDrafts(userId), saveKeptLayouts(userId)]),
  )
  const saving = Promise.all([texts, sendUnsent(queries, userId)])
  const enough = new Promise((done) => setTimeout(done, patience))
  await Promise.race([saving, enough])
  return unsavedOf(userId)
}

/** Hints that a member has seen and timer signals stay stored: they reveal no activity (spec §9). */
const stays = /:(seen:\w+|timer-signals)$/

/** Deletes all other local data of a member, in all tabs. */
export function forgetAll(queries: QueryClient, userId: string) {
  dropOpenTexts(userId)
  draftsOf(userId).clear()
  if (!isNothing(unsavedOf(userId))) dropTimer(queries, userId)
  for (const key of keptKeys(`foldout:${userId}:`)) if (!stays.test(key)) forget(key)
}
