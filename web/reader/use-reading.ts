import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { OpenZine } from '#contract/zines.ts'
import { ratioOf } from '#web/zines/zine-media.ts'
import { useFits } from './page-sizes.ts'
import { readPlace } from './read-address.ts'
import { shiftAt, spreadsOf, spreadWith, turned } from './spreads.ts'
import type { Choices } from './use-choices.ts'

export function useReading(zine: OpenZine, { mode, cover }: Choices) {
  const count = zine.pages.length
  const [search] = useSearchParams()
  /** The current page. `count` means the end. */
  const [place, setPlace] = useState(() => Math.min(readPlace(search), count - 1))
  // A saved reader is rendered at the cover, and the fragment names its page (web/offline/service-worker.ts).
  const { hash } = useLocation()
  useEffect(() => {
    const named = readPlace(new URLSearchParams(hash.slice(1)))
    if (named > 0) setPlace(Math.min(named, count - 1))
  }, [hash, count])
  const [shifted, setShifted] = useState<ReadonlySet<number>>(() => new Set())
  const fits = useFits()
  const landscapes = zine.pages.map((page) => ratioOf(page, zine) > 1)
  const arrangement = { mode: fits === false ? ('single' as const) : mode, cover, shifted }
  const spreads = spreadsOf(landscapes, arrangement)
  const spreadOf = (page: number) => spreads[spreadWith(spreads, page)] ?? []
  const spread = spreadOf(place)
  return {
    place,
    count,
    spread,
    spreadOf,
    shown: spread.filter((page) => page !== null),
    fits,
    mode: arrangement.mode,
    isAtStart: spread === spreads[0],
    isAtEnd: place === count,
    turn: (by: 1 | -1) => setPlace((before) => turned(spreads, before, by)),
    goTo: setPlace,
    shift: () => setShifted(shiftAt(landscapes, arrangement, Math.min(place, count - 1))),
  }
}

export type Reading = ReturnType<typeof useReading>
