import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from '#web/ui/busy-clicks.ts'

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
  return BackgroundWork && <BackgroundWork />
}
