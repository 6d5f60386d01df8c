import type { HomeState } from './home-address.ts'
import { searchFeed } from './search-feed.ts'

/** Where other software finds what is new: all of it, what this search finds, and the catalogue. */
export function FeedLinks({ state }: { state: HomeState }) {
  const feed = searchFeed(state)
  return (
    <>
      <link
        rel="alternate"
        type="application/atom+xml"
        title="New zines on Foldout"
        href="/feeds/zines.atom"
      />
      {feed && <link rel="alternate" type="application/atom+xml" title="Zines of this search" href={feed} />}
      <link rel="alternate" type="application/opds+json" title="Foldout" href="/opds" />
    </>
  )
}
