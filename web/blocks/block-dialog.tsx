import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { getUserMessage } from '#web/api/call.ts'
import { refreshLists, useWrite } from '#web/api/use-write.ts'
import { MenuItem } from '#web/ui/controls/menu.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { blockWrite, type CreatorRef, runBlockWrite, unblockWrite } from './block-writes.tsx'

type BlockDialogProps = {
  viewerId: string
  creator: CreatorRef
  open: boolean
  onOpenChange: (open: boolean) => void
  onBlocked?: () => void
}

export function BlockDialog({ viewerId, creator, open, onOpenChange, onBlocked }: BlockDialogProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const block = () => blockWrite(queries, viewerId, creator)
  const { write } = useWrite({
    mutationFn: () => block().send(),
    onSuccess: () => {
      onOpenChange(false)
      showToast(block().successToast)
      onBlocked?.()
      return refreshLists(queries)
    },
    onError: (error) =>
      showToast({
        title: t`Error`,
        description: getUserMessage(error, block().failureMessage),
        variant: 'destructive',
      }),
  })
  const { username } = creator
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Block ${username}`}
      message={t`You won’t see ${username} or their zines, and they won’t see yours. Neither of you can follow the other or favorite their zines. ${username} is not notified, and you can unblock them in Account Settings.`}
      confirmLabel={t`Block`}
      busyLabel={t`Blocking…`}
      onConfirm={write}
    />
  )
}

type BlockItemProps = {
  viewerId: string
  creator: CreatorRef
  isBlocked: boolean | undefined
  onBlock: () => void
}

export function BlockItem({ viewerId, creator, isBlocked, onBlock }: BlockItemProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { username } = creator
  return (
    <MenuItem
      icon={Ban}
      onSelect={() => (isBlocked ? runBlockWrite(queries, unblockWrite(viewerId, creator)) : onBlock())}
    >
      {isBlocked ? t`Unblock ${username}` : t`Block ${username}`}
    </MenuItem>
  )
}
