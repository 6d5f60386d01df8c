import { useEffect, useState } from 'react'
import { type LeavingRequest, leavingEvent } from '#web/accounts/leaving.ts'
import { useViewer } from '#web/accounts/viewer.ts'
import { usePart } from '#web/ui/use-part.ts'

const loadLeaving = () => import('./leaving.tsx').then((part) => part.Leaving)

export function LeavingSlot() {
  const userId = useViewer()?.id
  const [asked, setAsked] = useState<LeavingRequest & { userId: string }>()
  const answer: LeavingRequest['answer'] = (goodbye) => {
    asked?.answer(goodbye)
    setAsked(undefined)
  }
  const Leaving = usePart(asked !== undefined, loadLeaving, () => answer(undefined))
  useEffect(() => {
    // Preloads the module, because the connection may be lost by the time the member leaves.
    if (userId) void loadLeaving().catch(() => undefined)
  }, [userId])
  useEffect(() => {
    if (!userId) return
    const ask = (event: Event) => {
      event.preventDefault()
      const request = (event as CustomEvent<LeavingRequest>).detail
      setAsked((before) => {
        before?.answer(undefined)
        return { ...request, userId }
      })
    }
    window.addEventListener(leavingEvent, ask)
    return () => window.removeEventListener(leavingEvent, ask)
  }, [userId])
  if (!asked || !Leaving) return null
  return <Leaving key={asked.why} {...asked} answer={answer} />
}
