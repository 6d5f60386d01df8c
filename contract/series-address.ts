/** The page of a series, of the creator who makes it: a path. */
export const seriesAddress = (creatorId: string, slug: string) =>
  `/profile/${creatorId}/series/${encodeURIComponent(slug)}`
