import { reachable } from '#web/browser/reachable.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { keptMark } from './kept-as.ts'

/** Marks the page as a saved copy, and says when the site is reachable again. */
export function tellKeptCopy() {
  if (!document.head.querySelector(`meta[name="${keptMark}"]`)) return
  showToast({
    title: 'Offline',
    description: 'Foldout is out of reach. This page is the one kept in this browser.',
  })
  void reachable().then(() =>
    showToast({
      title: 'Online again',
      description: 'Reload to see this page as it is now.',
      action: { label: 'Reload', elsewhere: 'Reload the page', act: () => location.reload() },
    }),
  )
}
