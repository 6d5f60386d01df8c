import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { whenQuiet } from '#web/ui/waiting.ts'
import type { keepPlaces } from './kept-places.ts'
import { scrollPlace } from './scroll-positions.ts'

/** Starts background work after hydration. Ignores loading errors, because pages work without it. */
export function BackgroundSlot() {
  const [BackgroundWork, setWork] = useState<ComponentType>()
  useEffect(() => {
    whenQuiet()
      .then(() => import('./background-work.tsx'))
      .then(
        (part) => setWork(() => part.BackgroundWork),
        () => undefined,
      )
  }, [])
  usePlaces()
  return BackgroundWork && <BackgroundWork />
}

function usePlaces() {
  const queries = useQueryClient()
  const place = scrollPlace(useLocation())
  const places = useRef<Promise<ReturnType<typeof keepPlaces> | undefined>>(undefined)
  useEffect(() => {
    const kept = whenQuiet()
      .then(() => import('./kept-places.ts'))
      .then(
        (part) => part.keepPlaces(queries),
        () => undefined,
      )
    places.current = kept
    return () => void kept.then((each) => each?.stop())
  }, [queries])
  useEffect(() => void places.current?.then((each) => each?.arrive(place)), [place])
}
