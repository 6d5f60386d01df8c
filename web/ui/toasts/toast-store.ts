import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import * as delays from '#contract/delays.ts'
import { createStore } from '#web/browser/store.ts'

export type ToastContent = {
  title: string
  description?: ReactNode
  variant?: 'default' | 'destructive'
  /** The pressed button says it already, so that screen readers do not hear it twice. */
  isSaid?: boolean
  action?: { label: string; altText: string; run: () => void }
}
export type Toast = ToastContent & { id: number; open: boolean }

const currentToast = createStore<Toast | null>(null)
let lastId = 0
let removal: ReturnType<typeof setTimeout> | undefined

export function showToast(content: ToastContent) {
  clearTimeout(removal)
  lastId += 1
  currentToast.set({ ...content, id: lastId, open: true })
}

export const showError = (description: string, title = t`Error`) =>
  showToast({ title, description, variant: 'destructive' })

/** Hides a toast. Its data stays for a while, because the page still reads it. */
export function closeToast(id: number) {
  const toast = currentToast.read()
  if (toast?.id !== id || !toast.open) return
  currentToast.set({ ...toast, open: false })
  removal = setTimeout(() => currentToast.set(null), delays.toastRemoveDelay)
}

export const { read: readToast, subscribe: subscribeToToast } = currentToast
