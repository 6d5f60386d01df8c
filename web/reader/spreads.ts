export type Mode = 'single' | 'spread'
export type Cover = 'alone' | 'joined'

/** Visible pages in reading order. Null is an empty half, which keeps the other page on its side. */
export type Spread = readonly (number | null)[]

/** `shifted`: the first pages of runs that start on the second side. */
export type Arrangement = { mode: Mode; cover: Cover; shifted: ReadonlySet<number> }

/** Whether each page is landscape. A landscape page is a spread of its own. */
export type Landscapes = readonly boolean[]

export function spreadsOf(landscapes: Landscapes, { mode, cover, shifted }: Arrangement): Spread[] {
  const runs = runsOf(landscapes, cover)
  if (mode === 'single') return runs.flat().map((page) => [page])
  return runs.flatMap((run) => {
    const [first = 0] = run
    if (isUnpaired(landscapes, cover, first)) return [run]
    return pairsOf(shifted.has(first) ? [null, ...run] : run, landscapes.length - 1)
  })
}

/** Moves the run of this page, or the next run, to the other side of its spreads. */
export function shiftAt(landscapes: Landscapes, { cover, shifted }: Arrangement, page: number) {
  const runs = runsOf(landscapes, cover).filter(([first = 0]) => !isUnpaired(landscapes, cover, first))
  const [first] = runs.find((run) => (run.at(-1) ?? 0) >= page) ?? runs.at(-1) ?? []
  return first === undefined ? shifted : toggled(shifted, first)
}

export const pagesIn = (spread: Spread = []) => spread.filter((page) => page !== null)

export const spreadIndexOf = (spreads: Spread[], page: number) => spreads.findIndex((spread) => spread.includes(page))

/** The first page of the next or previous spread. The number of pages means the end. */
export function pageAfterTurn(spreads: Spread[], pageIndex: number, by: 1 | -1) {
  const last = spreads.flat().findLast((page) => page !== null) ?? 0
  const at = pageIndex > last ? spreads.length : spreadIndexOf(spreads, pageIndex)
  const next = spreads[Math.max(at + by, 0)]
  return pagesIn(next)[0] ?? last + 1
}

const isUnpaired = (landscapes: Landscapes, cover: Cover, page: number) =>
  landscapes[page] === true || (page === 0 && cover === 'alone')

/** Runs of pages that can be paired. A page that stands alone is a run of one. */
function runsOf(landscapes: Landscapes, cover: Cover): number[][] {
  const runs: number[][] = []
  for (const page of landscapes.keys()) {
    const run = runs.at(-1)
    const startsRun = [page, page - 1].some((neighbour) => isUnpaired(landscapes, cover, neighbour))
    if (run && !startsRun) run.push(page)
    else runs.push([page])
  }
  return runs
}

/** An unpaired back cover is shown alone, like the front cover. */
function pairsOf(slots: (number | null)[], lastPage: number): Spread[] {
  const pairs: Spread[] = []
  for (let at = 0; at < slots.length; at += 2) {
    const [first = null, second = null] = slots.slice(at, at + 2)
    pairs.push(second === null && first === lastPage ? [first] : [first, second])
  }
  return pairs
}

function toggled(set: ReadonlySet<number>, value: number): ReadonlySet<number> {
  const next = new Set(set)
  if (!next.delete(value)) next.add(value)
  return next
}
