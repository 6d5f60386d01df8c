import { reachable } from '#web/browser/reachable.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { keptMark } from './kept-as.ts'

/** Tells the visitor that this page is a saved copy, and when the site is reachable again. */
export function tellKeptCopy() {
  if (!document.head.querySelector(`meta[name="${keptMark}"]`)) return
  showToast({
    title: 'Offline',
    description: 'You’re offline. This is your saved copy.',
  })
  void reachable().then(() =>
    showToast({
      title: 'Online again',
      description: 'Reload to see the current page.',
      action: { label: 'Reload', elsewhere: 'Reload the page', act: () => location.reload() },
    }),
  )
}
