import { useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import type { MouseEvent } from 'react'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { Setting } from './setting.tsx'
import { exportPath } from './setting-calls.ts'

export const ExportCard = ({ userId }: { userId: string }) => {
  const { t } = useLingui()
  return (
    <Setting title={t`Your Data`} hint={t`It’s yours. Download it whenever you like.`}>
      <p>{t`One zip with all your zines and their pages, your profile, favorites and follows, and everything we store about this account.`}</p>
      <ExportLink userId={userId} />
    </Setting>
  )
}

export const ExportLink = ({ userId, size }: { userId: string; size?: 'small' }) => {
  const { t } = useLingui()
  const notifyDownload = (event: MouseEvent) => {
    if (navigator.onLine) {
      showToast({ title: t`Download started`, description: t`A large library takes a while.` })
      return
    }
    event.preventDefault()
    showToast({
      title: t`Download not started`,
      description: t`You’re offline. Try again when you’re back online.`,
      variant: 'destructive',
    })
  }
  return (
    <a className={buttonClass({ look: 'second', size })} href={exportPath(userId)} download onClick={notifyDownload}>
      <Download className="ico" aria-hidden="true" />
      {t`Download Everything`}
    </a>
  )
}
