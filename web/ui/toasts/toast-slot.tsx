import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { whenIdle } from '../busy-clicks.ts'
import { readToast, subscribeToToast } from './toast-store.ts'

/** Loads the toasts when the browser is idle, so that they work when the network fails later. */
export function ToastSlot() {
  const [Toaster, setToaster] = useState<ComponentType>()
  const toast = useSyncExternalStore(subscribeToToast, readToast, () => null)
  useEffect(() => {
    const load = async () => {
      try {
        const module = await import('./toast.tsx')
        setToaster(() => module.Toaster)
      } catch {
        // The script or its styles failed to load (`lazyOptional`). The next toast retries.
      }
    }
    if (toast) {
      void load()
      return
    }
    const timer = setTimeout(() => void whenIdle().then(load), 3_000)
    return () => clearTimeout(timer)
  }, [toast])
  return Toaster ? <Toaster /> : null
}
