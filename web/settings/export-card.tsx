import { Download } from 'lucide-react'
import type { MouseEvent } from 'react'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { Setting } from './setting.tsx'
import { exportPath } from './setting-calls.ts'

export const ExportCard = ({ userId }: { userId: string }) => (
  <Setting title="Your Data" hint="It’s yours. Download it whenever you like.">
    <p>
      One zip with all your zines and their pages, your profile, favorites and follows, and everything we store about
      this account.
    </p>
    <ExportLink userId={userId} />
  </Setting>
)

export const ExportLink = ({ userId, size }: { userId: string; size?: 'small' }) => (
  <a className={buttonClass({ look: 'second', size })} href={exportPath(userId)} download onClick={notifyDownload}>
    <Download className="ico" aria-hidden="true" />
    Download Everything
  </a>
)

function notifyDownload(event: MouseEvent) {
  if (navigator.onLine) {
    showToast({ title: 'Download started', description: 'A large library takes a while.' })
    return
  }
  event.preventDefault()
  showToast({
    title: 'Download not started',
    description: 'You’re offline. Try again when you’re back online.',
    variant: 'destructive',
  })
}
