import { type ComponentType, useEffect, useState } from 'react'
import { withSentences } from '#web/languages/browser-i18n.ts'
import { whenIdle } from '#web/ui/busy-clicks.ts'

/** Starts background work after hydration. Ignores loading errors, because pages work without it. */
export function BackgroundSlot() {
  const [BackgroundWork, setWork] = useState<ComponentType>()
  useEffect(() => {
    whenIdle()
      .then(() => withSentences('reading', () => import('./background-work.tsx')))
      .then(
        (module) => setWork(() => module.BackgroundWork),
        () => undefined,
      )
  }, [])
  return BackgroundWork && <BackgroundWork />
}
