import { Download } from 'lucide-react'
import type { MouseEvent } from 'react'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { exportPath } from './settings-paths.ts'

/** A plain download: the browser itself shows how it goes and keeps it going when the page is left. */
export const ExportLink = ({ userId, size }: { userId: string; size?: 'small' }) => (
  <a className={buttonClass({ look: 'second', size })} href={exportPath(userId)} download onClick={sayBegun}>
    <Download className="ico" aria-hidden="true" />
    Download Everything
  </a>
)

function sayBegun(event: MouseEvent) {
  if (navigator.onLine) {
    showToast({ title: 'Download begun', description: 'A long shelf takes a while to pack.' })
    return
  }
  event.preventDefault()
  showToast({
    title: 'Download not begun',
    description: 'You are offline. Try again when you are back.',
    variant: 'destructive',
  })
}
