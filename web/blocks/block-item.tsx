import { useQueryClient } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { MenuItem } from '#web/ui/controls/menu.tsx'
import { avoid, type Maker, unblocking } from './avoiding.ts'

type BlockItemProps = {
  viewerId: string
  maker: Maker
  isBlocked: boolean | undefined
  /** Asks first; unblocking does not. */
  onBlock: () => void
}

/** Blocks a maker from a menu, or takes that back. */
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
