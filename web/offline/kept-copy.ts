import { reachable } from '#web/browser/reachable.ts'
import { showToast } from '#web/ui/toasts/toast-store.ts'
import { keptMark } from './kept-as.ts'

/** Says of a page that it is the kept one, drawn for nobody in particular, and when the site can be asked again. */
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
