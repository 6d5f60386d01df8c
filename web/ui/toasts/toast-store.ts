import * as delays from '#contract/delays.ts'

export type ToastWords = {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** What can be done about it as long as it is there, and where else, for whoever is not so quick. */
  action?: { label: string; elsewhere: string; act: () => void }
}
export type Toast = ToastWords & { id: number; open: boolean }

let shown: Toast | null = null
let lastId = 0
let removal: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Shows a notification in the place of any other: there is one at a time. */
export function showToast(words: ToastWords) {
  clearTimeout(removal)
  lastId += 1
  change({ ...words, id: lastId, open: true })
}

/** Hides a notification; what is left of it goes much later, so that it can still be read from the page. */
export function closeToast(id: number) {
  if (shown?.id !== id || !shown.open) return
  change({ ...shown, open: false })
  removal = setTimeout(() => change(null), delays.toastRemoved)
}

export const readToast = () => shown

export function subscribeToToast(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function change(next: Toast | null) {
  shown = next
  for (const listener of listeners) listener()
}
