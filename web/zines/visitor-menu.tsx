import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, Ellipsis, Eye, EyeOff, Flag } from 'lucide-react'
import { useState } from 'react'
import type { Zine } from '#contract/zines.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { avoid, hiding, showing, unblocking } from '#web/blocks/avoiding.ts'
import { BlockDialog } from '#web/blocks/block-dialog.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import { usePart } from '#web/ui/use-part.ts'
import { zineQuery } from './open-zine.ts'

const loadReport = () => import('#web/reports/report-dialog.tsx').then((part) => part.ReportDialog)

type ZineVisitorMenuProps = {
  zine: Zine
  /** Closes the zine, because its reader does not want to see it. */
  onGone: () => void
}

/** What everybody but its maker can do with a zine, beside reading it. */
export function ZineVisitorMenu({ zine, onGone }: ZineVisitorMenuProps) {
  const [isReporting, setReporting] = useState(false)
  const [isBlocking, setBlocking] = useState(false)
  const close = () => setReporting(false)
  const viewerId = useViewer()?.id
  const ReportDialog = usePart(isReporting, loadReport, close)
  return (
    <>
      <Menu
        trigger={
          <IconButton boxed aria-label="More about this zine">
            <Ellipsis className="ico" aria-hidden="true" />
          </IconButton>
        }
      >
        {viewerId && <UnwantedItem {...{ viewerId, zine, onGone }} />}
        {viewerId && <BlockItem {...{ viewerId, zine }} onBlock={() => setBlocking(true)} />}
        <MenuItem icon={<Flag className="ico" aria-hidden="true" />} onSelect={() => setReporting(true)}>
          Report this zine
        </MenuItem>
      </Menu>
      {viewerId && (
        <BlockDialog
          viewerId={viewerId}
          maker={zine.creator}
          open={isBlocking}
          onOpenChange={setBlocking}
          onBlocked={onGone}
        />
      )}
      {isReporting && ReportDialog && (
        <ReportDialog about={{ zineId: zine.id }} name={zine.title} onClose={close} />
      )}
    </>
  )
}

type ItemProps = { viewerId: string; zine: Zine }

function UnwantedItem({ viewerId, zine, onGone }: ItemProps & Pick<ZineVisitorMenuProps, 'onGone'>) {
  const queries = useQueryClient()
  const isUnwanted = useQuery(zineQuery(zine.id)).data?.isUnwanted
  const Mark = isUnwanted ? Eye : EyeOff
  const hide = () => avoid(queries, { ...hiding(queries, viewerId, zine), onDone: onGone })
  return (
    <MenuItem
      icon={<Mark className="ico" aria-hidden="true" />}
      onSelect={() => (isUnwanted ? avoid(queries, showing(viewerId, zine)) : hide())}
    >
      {isUnwanted ? 'Show this zine again' : 'Hide this zine for me'}
    </MenuItem>
  )
}

function BlockItem({ viewerId, zine, onBlock }: ItemProps & { onBlock: () => void }) {
  const queries = useQueryClient()
  const isBlocked = useQuery(zineQuery(zine.id)).data?.isBlocked
  return (
    <MenuItem
      icon={<Ban className="ico" aria-hidden="true" />}
      onSelect={() => (isBlocked ? avoid(queries, unblocking(viewerId, zine.creator)) : onBlock())}
    >
      {isBlocked ? 'Unblock' : 'Block'} {zine.creator.username}
    </MenuItem>
  )
}
