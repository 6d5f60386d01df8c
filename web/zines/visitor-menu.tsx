import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Eye, EyeOff, Flag } from 'lucide-react'
import { useState } from 'react'
import type { Zine } from '#contract/zines.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { BlockDialog, BlockItem } from '#web/blocks/block-dialog.tsx'
import { hideWrite, runBlockWrite, unhideWrite } from '#web/blocks/block-writes.tsx'
import { withSentences } from '#web/languages/browser-i18n.ts'
import { PutOnShelfSlot } from '#web/shelves/put-on-shelf-slot.tsx'
import { ShelfMenuItems } from '#web/shelves/shelf-menu-items.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { zineQuery } from './open-zine.ts'

const loadReport = () =>
  withSentences('moderation', () => import('#web/reports/report-dialog.tsx')).then((module) => module.ReportDialog)

type ZineVisitorMenuProps = {
  zine: Zine
  onDismissed: () => void
}

export function ZineVisitorMenu({ zine, onDismissed }: ZineVisitorMenuProps) {
  const { t } = useLingui()
  const [isReporting, setReporting] = useState(false)
  const [isBlocking, setBlocking] = useState(false)
  const [isShelving, setShelving] = useState(false)
  const close = () => setReporting(false)
  const viewerId = useViewer()?.id
  const ReportDialog = useLazyComponent(isReporting, loadReport, close)
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} boxed aria-label={t`More about this zine`} />}>
        <ShelfMenuItems zine={zine} onChooseShelf={() => setShelving(true)} />
        {viewerId && <HideZineItem viewerId={viewerId} zine={zine} onDismissed={onDismissed} />}
        {viewerId && <BlockMaker viewerId={viewerId} zine={zine} onBlock={() => setBlocking(true)} />}
        <MenuItem icon={Flag} onSelect={() => setReporting(true)}>{t`Report this zine`}</MenuItem>
      </Menu>
      {isShelving && <PutOnShelfSlot zine={zine} onClose={() => setShelving(false)} />}
      {viewerId && (
        <BlockDialog
          viewerId={viewerId}
          creator={zine.creator}
          open={isBlocking}
          onOpenChange={setBlocking}
          onBlocked={onDismissed}
        />
      )}
      {isReporting && ReportDialog && (
        <ReportDialog about={{ zineId: zine.id }} name={zine.title} language={zine.language} onClose={close} />
      )}
    </>
  )
}

function HideZineItem({ viewerId, zine, onDismissed }: ZineVisitorMenuProps & { viewerId: string }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const isHidden = useQuery(zineQuery(zine.id)).data?.isUnwanted
  const EyeIcon = isHidden ? Eye : EyeOff
  const hide = () => runBlockWrite(queries, { ...hideWrite(queries, viewerId, zine), onDone: onDismissed })
  return (
    <MenuItem icon={EyeIcon} onSelect={() => (isHidden ? runBlockWrite(queries, unhideWrite(viewerId, zine)) : hide())}>
      {isHidden ? t`Show this zine again` : t`Hide this zine from my lists`}
    </MenuItem>
  )
}

function BlockMaker({ zine, ...rest }: { viewerId: string; zine: Zine; onBlock: () => void }) {
  const isBlocked = useQuery(zineQuery(zine.id)).data?.isBlocked
  return <BlockItem {...rest} creator={zine.creator} isBlocked={isBlocked} />
}
