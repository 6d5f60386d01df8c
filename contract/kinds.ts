/** Stored values. The labels are in a separate module, because every page loads this one. */
export const kinds = [
  ...(['perzine', 'comic', 'fanzine', 'art', 'poetry'] as const),
  ...(['how-to', 'politics', 'music', 'photo', 'other'] as const),
] as const
export type Kind = (typeof kinds)[number]
