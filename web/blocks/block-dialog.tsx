import { useQueryClient } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { sentenceOf } from '#web/api/call.ts'
import { refreshLists, useWrite } from '#web/api/use-write.ts'
import { MenuItem } from '#web/ui/controls/menu.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { avoid, blocking, type Maker, unblocking } from './avoiding.ts'

type BlockDialogProps = {
  viewerId: string
  maker: Maker
  open: boolean
  onOpenChange: (open: boolean) => void
  onBlocked?: () => void
}

export function BlockDialog({ viewerId, maker, open, onOpenChange, onBlocked }: BlockDialogProps) {
  const queries = useQueryClient()
  const { send, said, unsaid } = blocking(queries, viewerId, maker)
  const { write } = useWrite({
    mutationFn: send,
    onSuccess: () => {
      onOpenChange(false)
      showToast(said)
      onBlocked?.()
      return refreshLists(queries)
    },
    onError: (error) =>
      showToast({ title: 'Error', description: sentenceOf(error, unsaid), variant: 'destructive' }),
  })
  const { username } = maker
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Block ${username}`}
      sentence={`You won’t see ${username} or their zines, and they won’t see yours. Neither of you can follow the other or favorite their zines. ${username} is not notified, and you can unblock them in Account Settings.`}
      confirmLabel="Block"
      busyLabel="Blocking..."
      onConfirm={write}
    />
  )
}

type BlockItemProps = {
  viewerId: string
  maker: Maker
  isBlocked: boolean | undefined
  onBlock: () => void
}

export function BlockItem({ viewerId, maker, isBlocked, onBlock }: BlockItemProps) {
  const queries = useQueryClient()
  return (
    <MenuItem
      icon={Ban}
      onSelect={() => (isBlocked ? avoid(queries, unblocking(viewerId, maker)) : onBlock())}
    >
      {isBlocked ? 'Unblock' : 'Block'} {maker.username}
    </MenuItem>
  )
}
