import { type ComponentType, useEffect, useState } from 'react'

/** What every page has done for it once it is live. It works without that too, so nobody is told when it cannot be fetched. */
export function BackgroundSlot() {
  const [BackgroundWork, setWork] = useState<ComponentType>()
  useEffect(() => {
    import('./background-work.tsx').then(
      (part) => setWork(() => part.BackgroundWork),
      () => undefined,
    )
  }, [])
  return BackgroundWork && <BackgroundWork />
}
