import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Eye, EyeOff, Flag } from 'lucide-react'
import { useState } from 'react'
import type { Zine } from '#contract/zines.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { avoid, hiding, showing } from '#web/blocks/avoiding.ts'
import { BlockDialog, BlockItem } from '#web/blocks/block-dialog.tsx'
import { PutOnShelfSlot, ShelfMenuItems } from '#web/shelves/shelf-menu-items.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import { usePart } from '#web/ui/use-part.ts'
import { zineQuery } from './open-zine.ts'

const loadReport = () => import('#web/reports/report-dialog.tsx').then((part) => part.ReportDialog)

type ZineVisitorMenuProps = {
  zine: Zine
  onGone: () => void
}

export function ZineVisitorMenu({ zine, onGone }: ZineVisitorMenuProps) {
  const [isReporting, setReporting] = useState(false)
  const [isBlocking, setBlocking] = useState(false)
  const [isShelving, setShelving] = useState(false)
  const close = () => setReporting(false)
  const viewerId = useViewer()?.id
  const ReportDialog = usePart(isReporting, loadReport, close)
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} boxed aria-label="More about this zine" />}>
        <ShelfMenuItems zine={zine} onChooseShelf={() => setShelving(true)} />
        {viewerId && <UnwantedItem {...{ viewerId, zine, onGone }} />}
        {viewerId && <BlockMaker {...{ viewerId, zine }} onBlock={() => setBlocking(true)} />}
        <MenuItem icon={Flag} onSelect={() => setReporting(true)}>
          Report this zine
        </MenuItem>
      </Menu>
      {isShelving && <PutOnShelfSlot zine={zine} onClose={() => setShelving(false)} />}
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

function UnwantedItem({ viewerId, zine, onGone }: ZineVisitorMenuProps & { viewerId: string }) {
  const queries = useQueryClient()
  const isUnwanted = useQuery(zineQuery(zine.id)).data?.isUnwanted
  const Mark = isUnwanted ? Eye : EyeOff
  const hide = () => avoid(queries, { ...hiding(queries, viewerId, zine), onDone: onGone })
  return (
    <MenuItem icon={Mark} onSelect={() => (isUnwanted ? avoid(queries, showing(viewerId, zine)) : hide())}>
      {isUnwanted ? 'Show this zine again' : 'Hide this zine from my lists'}
    </MenuItem>
  )
}

function BlockMaker({ zine, ...rest }: { viewerId: string; zine: Zine; onBlock: () => void }) {
  const isBlocked = useQuery(zineQuery(zine.id)).data?.isBlocked
  return <BlockItem {...rest} maker={zine.creator} isBlocked={isBlocked} />
}
