import { type CSSProperties, useState } from 'react'
import { coversPage } from '#contract/covering.ts'
import type { OpenPage, OpenZine } from '#contract/zines.ts'
import { useMounted } from '#web/ui/use-mounted.ts'
import { ratioOf } from '#web/zines/zine-media.ts'
import leaf from './page-leaf.module.css'
import { PageLeaf } from './page-leaf.tsx'
import { sizesOf } from './page-sizes.ts'
import type { Zoom } from './use-choices.ts'
import type { Reading } from './use-reading.ts'

type ShownPagesProps = { zine: OpenZine; reading: Reading; zoom: Zoom; onLeave: () => void }

/**
 * The pages that are open, and hidden beside them those that come next: two ahead and one behind, fetched once what is
 * seen is there. So there are never more than five, however long a zine is.
 */
export function ShownPages({ zine, reading, zoom, onLeave }: ShownPagesProps) {
  const { shown, spread, spreadOf, place, count, fits } = reading
  const [settled, setSettled] = useState<ReadonlySet<number>>(() => new Set())
  const mounted = useMounted()
  const isCoveredAt = (at: number) => coversPage(zine, zine.pages[at])
  const fetchesNext = mounted && shown.every((at) => settled.has(at) || isCoveredAt(at)) && !sparesData()
  const held = pagesNear(shown, count).filter(
    (page) => shown.includes(page) || settled.has(page) || fetchesNext,
  )
  const notNow = (note: string) =>
    zine.contentNote?.coversPages && note === zine.contentNote.text ? onLeave() : reading.turn(1)
  const ratios = zine.pages.map((page) => ratioOf(page, zine))
  const wide = ratioAcross(spread, ratios)
  const one = ratios[place] ?? wide
  return (
    <div
      className={leaf.spread}
      hidden={shown.length === 0}
      data-undecided={fits === undefined ? '' : undefined}
      style={{ '--pair': short(wide), '--one': short(one) } as CSSProperties}
    >
      {spread.length === 2 && spread[0] === null && <EmptyHalf ratio={ratios[spread[1] ?? 0]} />}
      {held.map((at) => (
        <PageLeaf
          key={at}
          page={zine.pages[at] as OpenPage}
          place={at}
          ratio={ratios[at] ?? 1}
          zine={zine}
          isShown={shown.includes(at)}
          isRead={at === place || (mounted && shown.includes(at))}
          isSecond={spread.length === 2 && at === spread[1]}
          isBeside={at !== place}
          sizes={sizesOf({ ratio: ratios[at] ?? 1, wide: ratioAcross(spreadOf(at), ratios), zoom, fits })}
          onNotNow={notNow}
          onSettled={() => setSettled((before) => (before.has(at) ? before : new Set(before).add(at)))}
        />
      ))}
      {spread.length === 2 && spread[1] === null && <EmptyHalf ratio={ratios[spread[0] ?? 0]} />}
    </div>
  )
}

/** Of a spread: all that lies side by side, an empty half as wide as its neighbour. */
function ratioAcross(spread: Reading['spread'], ratios: number[]) {
  const known = spread.flatMap((page) => (page === null ? [] : [ratios[page] ?? 1]))
  const sum = known.reduce((all, each) => all + each, 0) || 1
  return known.length < spread.length ? sum * 2 : sum
}

const short = (ratio: number) => Number(ratio.toFixed(4))

/** What is open, two ahead and one behind. */
function pagesNear(shown: readonly number[], count: number) {
  const first = (shown[0] ?? count) - 1
  const last = (shown.at(-1) ?? count) + 2
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).filter((at) => at >= 0 && at < count)
}

const EmptyHalf = ({ ratio = 1 }: { ratio: number | undefined }) => (
  <span className={leaf.half} style={{ '--r': short(ratio) } as CSSProperties} />
)

/** Whether somebody asked browsers to fetch no more than is needed. */
function sparesData() {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
