import type { QueryClient } from '@tanstack/react-query'
import type { UserProfile } from '#contract/creators.ts'
import { thingWith } from '#web/api/queries.ts'
import { refreshLists } from '#web/api/use-write.ts'
import { patchCached } from '#web/api/writes.ts'

/** The `user` that `updateUser` answers, or `{ id, profileImageUrl }` of a new photo. */
export type CreatorChange = Pick<UserProfile, 'id'> & Partial<UserProfile>

/**
 * For whoever changes a profile, after the server's answer: shows the change at once wherever the creator is (profile,
 * header, cards of zines and creators, an open zine), then reads the lists again, because a new name is found by other
 * searches. Resolves when what is on the screen has been read again; nothing needs to wait for that.
 */
export function refreshCreator(queries: QueryClient, change: CreatorChange) {
  patchCached(queries, thingWith<CreatorChange>(change.id, 'username'), (shown) => whatIsShown(shown, change))
  return refreshLists(queries)
}

/** A profile, the viewer, a creator in a list and the maker of a zine know different parts of it. */
const whatIsShown = (shown: object, change: CreatorChange) =>
  Object.fromEntries(Object.entries(change).filter(([key, value]) => key in shown && value !== undefined))
