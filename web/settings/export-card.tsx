import { Download } from 'lucide-react'
import type { MouseEvent } from 'react'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { Setting } from './setting.tsx'
import { exportPath } from './setting-calls.ts'

export const ExportCard = ({ userId }: { userId: string }) => (
  <Setting title="Your Things" hint="They are yours. Take them whenever you like.">
    <p>
      One zip with every zine and its pages, your profile, favorites and follows, and what we keep about this
      account.
    </p>
    <ExportLink userId={userId} />
  </Setting>
)

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
