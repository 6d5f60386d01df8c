import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Download, Ellipsis, Flag, FolderInput, LogOut, Settings } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { UserProfile } from '#contract/creators.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { BlockDialog, BlockItem } from '#web/blocks/block-dialog.tsx'
import { userQuery } from '#web/creators/user-calls.ts'
import { withSentences } from '#web/languages/browser-i18n.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

const loadReport = () =>
  withSentences('moderation', () => import('#web/reports/report-dialog.tsx')).then((module) => module.ReportDialog)

export function CreatorVisitorMenu({ user }: { user: UserProfile }) {
  const { t } = useLingui()
  const [isReporting, setReporting] = useState(false)
  const [isBlocking, setBlocking] = useState(false)
  const close = () => setReporting(false)
  const viewerId = useViewer()?.id
  const ReportDialog = useLazyComponent(isReporting, loadReport, close)
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} boxed aria-label={t`More about this creator`} />}>
        {viewerId && <BlockMaker viewerId={viewerId} user={user} onBlock={() => setBlocking(true)} />}
        <MenuItem icon={Flag} onSelect={() => setReporting(true)}>{t`Report this creator`}</MenuItem>
      </Menu>
      {viewerId && <BlockDialog viewerId={viewerId} creator={user} open={isBlocking} onOpenChange={setBlocking} />}
      {isReporting && ReportDialog && (
        <ReportDialog about={{ creatorId: user.id }} name={user.username} onClose={close} />
      )}
    </>
  )
}

function BlockMaker({ user, ...rest }: { viewerId: string; user: UserProfile; onBlock: () => void }) {
  const isBlocked = useQuery(userQuery(user.id)).data?.isBlocked
  return <BlockItem {...rest} creator={user} isBlocked={isBlocked} />
}

export function OwnerMenu({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <Menu trigger={<IconButton icon={Ellipsis} boxed aria-label={t`Profile menu`} />}>
      <MenuItem icon={Settings} onSelect={() => void navigate('/account-settings')}>{t`Account Settings`}</MenuItem>
      <MenuItem icon={FolderInput} onSelect={() => void navigate('/import')}>{t`Import zines`}</MenuItem>
      <MenuItem icon={Download} onSelect={() => void navigate('/offline')}>{t`Offline zines`}</MenuItem>
      <MenuItem icon={LogOut} onSelect={() => void onSignOut()}>{t`Logout`}</MenuItem>
    </Menu>
  )
}
