import { Ellipsis, Flag } from 'lucide-react'
import { useState } from 'react'
import type { Zine } from '#contract/zines.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/controls/menu.tsx'
import { usePart } from '#web/ui/use-part.ts'

const loadReport = () => import('#web/reports/report-dialog.tsx').then((part) => part.ReportDialog)

/** What everybody but its maker can do with a zine, beside reading it. */
export function ZineVisitorMenu({ zine }: { zine: Zine }) {
  const [isReporting, setReporting] = useState(false)
  const close = () => setReporting(false)
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
        <MenuItem icon={<Flag className="ico" aria-hidden="true" />} onSelect={() => setReporting(true)}>
          Report this zine
        </MenuItem>
      </Menu>
      {isReporting && ReportDialog && (
        <ReportDialog about={{ zineId: zine.id }} name={zine.title} onClose={close} />
      )}
    </>
  )
}
