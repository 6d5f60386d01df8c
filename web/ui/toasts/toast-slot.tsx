import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { whenQuiet } from '../waiting.ts'
import { readToast, subscribeToToast } from './toast-store.ts'

/**
 * Holds the place of the notifications in the first load; the part that draws them comes when the browser is
 * idle, so that it is there when the network is not.
 */
export function ToastSlot() {
  const [Toaster, setToaster] = useState<ComponentType>()
  const toast = useSyncExternalStore(subscribeToToast, readToast, () => null)
  useEffect(() => {
    const load = async () => {
      try {
        const part = await import('./toast.tsx')
        setToaster(() => part.Toaster)
      } catch {
        // The next one asks for it again. Around both, for its styles may be what is missing (`lazyOrNothing`).
      }
    }
    if (toast) {
      void load()
      return
    }
    const timer = setTimeout(() => void whenQuiet().then(load), 3_000)
    return () => clearTimeout(timer)
  }, [toast])
  return Toaster ? <Toaster /> : null
}
