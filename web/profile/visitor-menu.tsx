import { Ellipsis, Flag } from 'lucide-react'
import { useState } from 'react'
import type { UserProfile } from '#contract/creators.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import { usePart } from '#web/ui/use-part.ts'

const loadReport = () => import('#web/reports/report-dialog.tsx').then((part) => part.ReportDialog)

/** What everybody else can do about a creator, beside following. */
export function CreatorVisitorMenu({ user }: { user: UserProfile }) {
  const [isReporting, setReporting] = useState(false)
  const close = () => setReporting(false)
  const ReportDialog = usePart(isReporting, loadReport, close)
  return (
    <>
      <Menu
        trigger={
          <IconButton boxed aria-label="More about this creator">
            <Ellipsis className="ico" aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem icon={<Flag className="ico" aria-hidden="true" />} onSelect={() => setReporting(true)}>
          Report this creator
        </MenuItem>
      </Menu>
      {isReporting && ReportDialog && (
        <ReportDialog about={{ creatorId: user.id }} name={user.username} onClose={close} />
      )}
    </>
  )
}
