/** Something that is not as it should be, for whoever runs the site, with what mends it where they can. */
export type Fault = { kind: 'counter' | 'file' | 'search' | 'backup'; sentence: string }

/** More of a kind say no more than these. */
export const mostOfAKind = 100

export const faultsOf = (kind: Fault['kind'], sentences: string[]): Fault[] =>
  sentences.slice(0, mostOfAKind).map((sentence) => ({ kind, sentence }))
