/** What zines are, as they are kept; apart from how people read it, as every page knows these. */
export const kinds = [
  ...(['perzine', 'comic', 'fanzine', 'art', 'poetry'] as const),
  ...(['how-to', 'politics', 'music', 'photo', 'other'] as const),
] as const
export type Kind = (typeof kinds)[number]
