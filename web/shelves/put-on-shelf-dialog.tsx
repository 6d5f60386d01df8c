import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import * as limits from '#contract/limits.ts'
import { toOneLine } from '#contract/one-line.ts'
import type { ListedShelf } from '#contract/shelves.ts'
import { isBlank } from '#contract/visible-text.ts'
import type { Zine } from '#contract/zines.ts'
import { promptSignInIfExpired } from '#web/accounts/viewer-changes.ts'
import { getUserMessage } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { newId } from '#web/browser/new-id.ts'
import { Announce } from '#web/ui/announce.tsx'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import dialog from '#web/ui/dialogs/dialog.module.css'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import check from '#web/ui/forms/check.module.css'
import { Problem, TextField } from '#web/ui/forms/field.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { LoadFailure } from '#web/ui/states/load-failure.tsx'
import css from './put-on-shelf-dialog.module.css'
import { createShelf, putOnShelf, refreshShelves, shelvesQuery } from './shelf-calls.ts'
import { useShelfTitle, visibilityLabels } from './shelf-rack.tsx'
import { type OfferedShelf, useShelfMembership } from './use-shelf-membership.ts'

type PutOnShelfDialogProps = { viewerId: string; zine: Pick<Zine, 'id' | 'title' | 'language'>; onClose: () => void }

export const PutOnShelfDialog = ({ viewerId, zine, onClose }: PutOnShelfDialogProps) => {
  const { t } = useLingui()
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Put on a shelf`}
      description={
        <Trans>
          Which shelves should “<MemberText text={zine.title} language={zine.language} />” be on?
        </Trans>
      }
      width="30rem"
    >
      <Shelves viewerId={viewerId} zine={zine} />
      <div className={dialog.row}>
        <Button onClick={onClose}>{t`Done`}</Button>
      </div>
    </Dialog>
  )
}

function Shelves({ viewerId, zine }: Omit<PutOnShelfDialogProps, 'onClose'>) {
  const { t } = useLingui()
  const query = shelvesQuery(viewerId, zine.id)
  const { data, isError, refetch } = useQuery({ ...query, refetchOnMount: 'always' })
  const [createdId, setCreatedId] = useState<string>()
  const { problem, announcement, pending, removals, toggle } = useShelfMembership(viewerId, zine.id)
  if (!data && isError) {
    return <LoadFailure title={t`Your shelves could not be loaded`} onRetry={() => void refetch()} />
  }
  if (!data) {
    return <p className="meta" role="status">{t`Loading your shelves`}</p>
  }
  return (
    <>
      <ul className={css.shelves}>
        {withToRead(data.shelves).map((shelf) => (
          <ShelfBox
            // A stable key, so that the box keeps focus when To read gets its ID on first use.
            key={shelf.isToRead ? 'to-read' : shelf.id}
            shelf={shelf}
            pending={pending.get(shelf.id)}
            wasRemoved={removals.has(shelf.id)}
            wasCreated={shelf.id === createdId}
            onToggle={() => toggle(shelf)}
          />
        ))}
      </ul>
      <Announce>{announcement}</Announce>
      <Problem>{problem}</Problem>
      <NewShelfLine viewerId={viewerId} zineId={zine.id} onCreated={setCreatedId} />
    </>
  )
}

/** Offers To read to every member, although the server creates it on first use. */
const withToRead = (shelves: ListedShelf[]): OfferedShelf[] =>
  shelves.some(({ isToRead }) => isToRead)
    ? shelves
    : [{ id: 'to-read', title: t`To read`, visibility: 'private', isToRead: true, holdsZine: false }, ...shelves]

type ShelfBoxProps = {
  shelf: OfferedShelf
  pending: boolean | undefined
  wasRemoved: boolean
  wasCreated: boolean
  onToggle: () => void
}

function ShelfBox({ shelf, pending, wasRemoved, wasCreated, onToggle }: ShelfBoxProps) {
  const { t } = useLingui()
  const { visibility, holdsZine = false } = shelf
  const { title, language } = useShelfTitle(shelf)
  const label = visibilityLabels[visibility]
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (wasCreated) box.current?.focus()
  }, [wasCreated])
  const canUndo = wasRemoved && pending === undefined && !holdsZine
  const undo = () => {
    // The undo button has focus and is about to be removed.
    box.current?.focus()
    onToggle()
  }
  return (
    <li className={css.row}>
      <label className={css.shelf}>
        <input
          ref={box}
          type="checkbox"
          className={check.check}
          checked={pending ?? holdsZine}
          aria-disabled={pending !== undefined || undefined}
          onChange={onToggle}
        />
        <MemberText text={title} language={language} />
        {/* Hidden visually while the undo button is shown. */}
        <span className={canUndo ? 'sr' : 'meta'}>{label && t(label)}</span>
      </label>
      {canUndo && (
        <p className={css.removed}>
          <span className="meta">{t`Removed from shelf`}</span>
          <Button look="second" size="small" onClick={undo}>
            <Trans>
              Undo
              <span className="sr">
                {' '}
                removing it from <MemberText text={title} language={language} />
              </span>
            </Trans>
          </Button>
        </p>
      )}
    </li>
  )
}

type NewShelfLineProps = { viewerId: string; zineId: string; onCreated: (id: string) => void }

function NewShelfLine({ viewerId, zineId, onCreated }: NewShelfLineProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [title, setTitle] = useState('')
  const [problem, setProblem] = useState<string>()
  // The ID stays the same until success, so that a retry does not create a second shelf.
  const [id, setId] = useState(newId)
  const { write, isPending } = useWrite({
    mutationFn: async () => {
      await createShelf({ body: { id, title, userId: viewerId } })
      await putOnShelf({ params: { id, zineId } })
    },
    onMutate: () => setProblem(undefined),
    onSuccess: async () => {
      await refreshShelves(queries, viewerId)
      // After the refresh: the empty field disables the button, and focus moves to the new shelf.
      setTitle('')
      setId(newId())
      onCreated(id)
    },
    onError: (error) => {
      setProblem(getUserMessage(error, t`The shelf could not be created. Please try again.`))
      promptSignInIfExpired(error)
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isBlank(title) && !isPending) void write()
  }
  return (
    <form className={css.new} noValidate onSubmit={submit}>
      <TextField
        label={t`New shelf`}
        error={problem}
        maxLength={limits.shelfTitle}
        autoComplete="off"
        readOnly={isPending}
        value={title}
        onChange={({ target }) => setTitle(toOneLine(target.value))}
      />
      <button
        type="submit"
        className={buttonClass({ look: 'second' })}
        disabled={isBlank(title)}
        aria-disabled={isPending || undefined}
      >
        {isPending ? t`Saving...` : t`Create and add`}
      </button>
    </form>
  )
}
