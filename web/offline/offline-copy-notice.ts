import { t } from '@lingui/core/macro'
import { waitUntilReachable } from '#web/browser/wait-until-reachable.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { offlineCopyMeta, requestedPageIn } from './cache-entries.ts'

/** Whether this page is a saved zine. It was fetched as a guest, so it does not tell who is signed in. */
export const isOfflineCopy = () => document.head.querySelector(`meta[name="${offlineCopyMeta}"]`) !== null

/** Tells the visitor that this page is a saved copy, and when the site is reachable again. */
export function notifyOfflineCopy() {
  if (!isOfflineCopy()) return
  // `unreachable-notice.tsx` says the same and more.
  if (requestedPageIn(location.hash)) return
  showToast({
    title: t`Offline`,
    description: t`You’re offline. This is your saved copy.`,
  })
  void waitUntilReachable().then(() =>
    showToast({
      title: t`Online again`,
      description: t`Reload to see the current page.`,
      action: { label: t`Reload`, altText: t`Reload the page`, run: () => location.reload() },
    }),
  )
}
