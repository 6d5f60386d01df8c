import * as delays from '#contract/delays.ts'
import { createStore } from '#web/browser/store.ts'

export type ToastWords = {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** What can be done about it as long as it is there, and where else, for whoever is not so quick. */
  action?: { label: string; elsewhere: string; act: () => void }
}
export type Toast = ToastWords & { id: number; open: boolean }

const shown = createStore<Toast | null>(null)
let lastId = 0
let removal: ReturnType<typeof setTimeout> | undefined

/** Shows a notification in the place of any other: there is one at a time. */
export function showToast(words: ToastWords) {
  clearTimeout(removal)
  lastId += 1
  shown.set({ ...words, id: lastId, open: true })
}

export const showError = (description: string, title = 'Error') =>
  showToast({ title, description, variant: 'destructive' })

/** Hides a notification; what is left of it goes much later, so that it can still be read from the page. */
export function closeToast(id: number) {
  const toast = shown.read()
  if (toast?.id !== id || !toast.open) return
  shown.set({ ...toast, open: false })
  removal = setTimeout(() => shown.set(null), delays.toastRemoved)
}

export const { read: readToast, subscribe: subscribeToToast } = shown
