import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useState } from 'react'
import { useViewer } from '#web/accounts/viewer.ts'

/** Has the session and the timer looked after on every page; shows nothing until somebody leaves. */
export function BackgroundSlot() {
  const queries = useQueryClient()
  const viewerId = useViewer()?.id
  const [Slot, setSlot] = useState<ComponentType>()
  useEffect(() => {
    const started = import('./background-work.ts').then(
      (part) => {
        const work = part.startBackgroundWork(queries, viewerId)
        setSlot(() => work.LeavingSlot)
        return work
      },
      () => undefined,
    )
    return () => void started.then((work) => work?.stop())
  }, [queries, viewerId])
  return Slot && <Slot />
}
