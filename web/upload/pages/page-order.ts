/** The pages with one of them taken out and put back at another place; places beyond the ends are the ends. */
export function movePage<Page>(pages: readonly Page[], from: number, to: number): Page[] {
  const page = pages[from]
  if (page === undefined) return [...pages]
  const others = pages.toSpliced(from, 1)
  return others.toSpliced(Math.max(0, Math.min(to, others.length)), 0, page)
}

/** The place one step on, around the ends. */
export const wrapped = (place: number, count: number) => (count === 0 ? 0 : (place + count) % count)
