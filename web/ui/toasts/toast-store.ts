import * as delays from '#contract/delays.ts'
import { createStore } from '#web/browser/store.ts'

export type ToastWords = {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  action?: { label: string; elsewhere: string; act: () => void }
}
export type Toast = ToastWords & { id: number; open: boolean }

const shown = createStore<Toast | null>(null)
let lastId = 0
let removal: ReturnType<typeof setTimeout> | undefined

export function showToast(words: ToastWords) {
  clearTimeout(removal)
  lastId += 1
  shown.set({ ...words, id: lastId, open: true })
}

export const showError = (description: string, title = 'Error') =>
  showToast({ title, description, variant: 'destructive' })

/** Hides a toast. Its data stays for a while, because the page still reads it. */
export function closeToast(id: number) {
  const toast = shown.read()
  if (toast?.id !== id || !toast.open) return
  shown.set({ ...toast, open: false })
  removal = setTimeout(() => shown.set(null), delays.toastRemoved)
}

export const { read: readToast, subscribe: subscribeToToast } = shown
