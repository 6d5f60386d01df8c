import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Pencil, Store, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Shelf } from '#contract/shelves.ts'
import { promptSignInIfExpired } from '#web/accounts/viewer-changes.ts'
import { getUserMessage } from '#web/api/call.ts'
import { useWrite } from '#web/api/use-write.ts'
import { refreshPaths } from '#web/api/writes.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { MemberText } from '#web/ui/member-text.tsx'
import { showError, showToast } from '#web/ui/toasts/toast-store.ts'
import { deleteShelf, refreshOwner, shelvesQuery } from './shelf-calls.ts'
import { ShelfDialog } from './shelf-dialog.tsx'

export function ShelfMenu({ shelf, onFairKit }: { shelf: Shelf; onFairKit: () => void }) {
  const { t } = useLingui()
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  const remove = useDeleteShelf(shelf)
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} boxed aria-label={t`Shelf menu`} />}>
        <MenuItem icon={Pencil} onSelect={() => setOpen('edit')}>{t`Edit shelf`}</MenuItem>
        {shelf.visibility !== 'private' && <MenuItem icon={Store} onSelect={onFairKit}>{t`Fair kit`}</MenuItem>}
        <MenuItem danger icon={Trash2} onSelect={() => setOpen('delete')}>{t`Delete shelf`}</MenuItem>
      </Menu>
      {open === 'edit' && <ShelfDialog ownerId={shelf.ownerId} shelf={shelf} onClose={close} />}
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={(isOpen) => isOpen || close()}
        title={t`Delete shelf`}
        message={
          <Trans>
            Are you sure you want to delete “<MemberText text={shelf.title} />
            ”? This deletes its order and notes and cannot be undone. The zines stay.
          </Trans>
        }
        confirmLabel={t`Delete shelf`}
        busyLabel={t`Deleting…`}
        onConfirm={remove}
      />
    </>
  )
}

function useDeleteShelf({ id, ownerId }: Shelf) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { write } = useWrite({
    mutationFn: () => deleteShelf({ params: { id } }),
    onSuccess: async () => {
      showToast({ title: t`Shelf deleted` })
      await navigate(`/profile/${ownerId}?tab=shelves`, { replace: true })
      void refreshOwner(queries, ownerId)
      return refreshPaths(queries, shelvesQuery(ownerId).queryKey[0])
    },
    onError: (error) => {
      const description = getUserMessage(error, t`The shelf could not be deleted. Please try again.`)
      showError(description)
      promptSignInIfExpired(error)
    },
  })
  return write
}
