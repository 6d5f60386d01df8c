/** How far a peer's answers hold what ours do: `asked` of them, so many of which are the same, in the same order. */
export type Agreement = {
  asked: number
  same: number
  /** Zines in all answers, and how many of them ours hold too. */
  found: number
  shared: number
  /** In all of ours. */
  ours: number
}

/** Both are the ids of answers to the same questions. */
export function agreementOf(ours: string[][], theirs: string[][]): Agreement {
  const pairs = theirs.map((ids, n) => ({ ids, own: ours[n] ?? [] }))
  return {
    asked: pairs.length,
    same: pairs.filter(({ ids, own }) => ids.join() === own.join()).length,
    found: sum(pairs.map(({ ids }) => ids.length)),
    shared: sum(pairs.map(({ ids, own }) => ids.filter((id) => own.includes(id)).length)),
    ours: sum(pairs.map(({ own }) => own.length)),
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

export function sayAgreement({ asked, same, found, shared, ours }: Agreement) {
  const zines = (count: number) => (count / asked).toFixed(1)
  if (found === 0 && ours > 0) return `finds nothing, ours ${zines(ours)} zines`
  if (same === asked) return 'the same'
  return `same in ${same} of ${asked}; ${zines(found)} zines for our ${zines(ours)}, ${zines(shared)} in both`
}
