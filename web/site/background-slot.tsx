import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { whenIdle } from '#web/ui/busy-clicks.ts'
import type { startScrollRestoration } from './scroll-restoration.ts'

/** Starts background work after hydration. Ignores loading errors, because pages work without it. */
export function BackgroundSlot() {
  const [BackgroundWork, setWork] = useState<ComponentType>()
  useEffect(() => {
    whenIdle()
      .then(() => import('./background-work.tsx'))
      .then(
        (module) => setWork(() => module.BackgroundWork),
        () => undefined,
      )
  }, [])
  useScrollRestoration()
  return BackgroundWork && <BackgroundWork />
}

function useScrollRestoration() {
  const queries = useQueryClient()
  const { key } = useLocation()
  const restorationRef = useRef<Promise<ReturnType<typeof startScrollRestoration> | undefined>>(undefined)
  useEffect(() => {
    const loaded = whenIdle()
      .then(() => import('./scroll-restoration.ts'))
      .then(
        (module) => module.startScrollRestoration(queries),
        () => undefined,
      )
    restorationRef.current = loaded
    return () => void loaded.then((restoration) => restoration?.stop())
  }, [queries])
  useEffect(() => void restorationRef.current?.then((restoration) => restoration?.onPageRendered(key)), [key])
}
