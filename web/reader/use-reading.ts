import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { FullZine } from '#contract/zines.ts'
import { ratioOf } from '#web/zines/zine-media.ts'
import { useFitsSpread } from './page-sizes.ts'
import { readPageIndex } from './reader-address.ts'
import { pageAfterTurn, pagesIn, shiftAt, spreadIndexOf, spreadsOf } from './spreads.ts'
import type { Choices } from './use-choices.ts'

export function useReading(zine: FullZine, { mode, cover }: Choices) {
  const count = zine.pages.length
  const [search] = useSearchParams()
  /** The current page. `count` means the end. */
  const [pageIndex, setPageIndex] = useState(() => Math.min(readPageIndex(search), count - 1))
  // A saved reader is rendered at the cover, and the fragment names its page (web/offline/service-worker.ts).
  const { hash } = useLocation()
  useEffect(() => {
    const requested = readPageIndex(new URLSearchParams(hash.slice(1)))
    if (requested > 0) setPageIndex(Math.min(requested, count - 1))
  }, [hash, count])
  const [shifted, setShifted] = useState<ReadonlySet<number>>(() => new Set())
  const fitsSpread = useFitsSpread()
  const landscapes = zine.pages.map((page) => ratioOf(page, zine) > 1)
  const arrangement = { mode: fitsSpread === false ? ('single' as const) : mode, cover, shifted }
  const spreads = spreadsOf(landscapes, arrangement)
  const spreadOf = (page: number) => spreads[spreadIndexOf(spreads, page)] ?? []
  const spread = spreadOf(pageIndex)
  return {
    pageIndex,
    count,
    spread,
    spreads,
    /** The end counts as the last spread. */
    spreadIndex: spreadIndexOf(spreads, Math.min(pageIndex, count - 1)),
    spreadOf,
    visiblePages: pagesIn(spread),
    fitsSpread,
    mode: arrangement.mode,
    isAtStart: spread === spreads[0],
    isAtEnd: pageIndex === count,
    turn: (by: 1 | -1) => setPageIndex((previous) => pageAfterTurn(spreads, previous, by)),
    goTo: setPageIndex,
    shift: () => setShifted(shiftAt(landscapes, arrangement, Math.min(pageIndex, count - 1))),
  }
}

export type Reading = ReturnType<typeof useReading>
