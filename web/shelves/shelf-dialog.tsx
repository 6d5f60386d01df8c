import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Shelf } from '#contract/shelves.ts'
import { newId } from '#web/browser/new-id.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { refreshOwner } from './refresh-owner.ts'
import { createShelf, refreshShelves, shelfAddress, updateShelf } from './shelf-calls.ts'
import { changedWords, ShelfForm } from './shelf-form.tsx'

type ShelfDialogProps = {
  ownerId: string
  /** What is changed; without it a new one is begun. */
  shelf?: Shelf
  onClose: () => void
}

/** What a shelf is called, what is said about it and who sees it. */
export const ShelfDialog = ({ shelf, ...rest }: ShelfDialogProps) => (
  <FormDialog onClose={rest.onClose} title={shelf ? 'Edit shelf' : 'New shelf'} width="34rem">
    {shelf ? <ChangeShelf shelf={shelf} onClose={rest.onClose} /> : <NewShelf {...rest} />}
  </FormDialog>
)

function NewShelf({ ownerId, onClose }: ShelfDialogProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  // Sent again, it is begun once.
  const [id] = useState(newId)
  return (
    <ShelfForm
      action="Begin shelf"
      saved={{ title: '', about: '', visibility: 'private' }}
      save={(words) => createShelf({ body: { ...words, id, userId: ownerId } })}
      onSaved={({ shelf }) => {
        void refreshShelves(queries, ownerId)
        void refreshOwner(queries, ownerId)
        onClose()
        void navigate(shelfAddress(shelf.id))
      }}
    />
  )
}

function ChangeShelf({ shelf, onClose }: { shelf: Shelf; onClose: () => void }) {
  const queries = useQueryClient()
  const [begun] = useState(shelf)
  const [base, setBase] = useState(shelf)
  return (
    <ShelfForm
      action="Save"
      saved={begun}
      save={(words) =>
        updateShelf({
          params: { id: shelf.id },
          body: { ...changedWords(begun, words), version: base.version },
        })
      }
      onChanged={(there) => {
        setBase(there)
        void refreshShelves(queries, shelf.ownerId)
      }}
      onSaved={() => {
        onClose()
        showToast({ title: 'Shelf saved' })
        void refreshOwner(queries, shelf.ownerId)
        return refreshShelves(queries, shelf.ownerId)
      }}
    />
  )
}
