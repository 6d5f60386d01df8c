export const seriesAddress = (creatorId: string, slug: string) =>
  `/profile/${creatorId}/series/${encodeURIComponent(slug)}`
