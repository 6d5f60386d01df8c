import * as limits from '#contract/limits.ts'

/** A website as a link says it: without its protocol, shortened to 20 characters and an ellipsis (spec §9). */
export function shownWebsite(url: string) {
  const bare = url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
  return bare.length > limits.websiteShown ? `${bare.slice(0, limits.websiteShown)}…` : bare
}
