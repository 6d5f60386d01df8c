import type { QueryClient } from '@tanstack/react-query'
import type { UserProfile } from '#contract/creators.ts'
import { refreshLists } from '#web/api/api.ts'

/** The `user` that PUT /api/users/{id} answers, or `{ id, profileImageUrl }` of a new photo. */
export type CreatorChange = Pick<UserProfile, 'id'> & Partial<UserProfile>

/**
 * For whoever changes a profile, after the server's answer: shows the change at once wherever the creator is (profile,
 * header, cards of zines and creators, an open zine), then reads the lists again, because a new name is found by other
 * searches. Resolves when what is on the screen has been read again; nothing needs to wait for that.
 */
export function refreshCreator(queries: QueryClient, change: CreatorChange) {
  for (const [key, cached] of queries.getQueriesData({})) {
    const next = changed(cached, change)
    if (next !== cached) queries.setQueryData(key, next)
  }
  return refreshLists(queries)
}

/** The same value where the creator is nowhere in it, so that nothing is drawn again. */
function changed(value: unknown, change: CreatorChange): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isCreator(value, change.id)) return { ...value, ...whatIsShown(value, change) }
  const entries = Object.entries(value).map(([key, part]) => [key, part, changed(part, change)] as const)
  if (entries.every(([, before, after]) => before === after)) return value
  if (Array.isArray(value)) return entries.map(([, , after]) => after)
  return Object.fromEntries(entries.map(([key, , after]) => [key, after]))
}

/** A profile, the viewer, a creator in a list and the maker in a zine all have these two. */
const isCreator = (value: object, id: string) => 'username' in value && 'id' in value && value.id === id

const whatIsShown = (shown: object, change: CreatorChange) =>
  Object.fromEntries(Object.entries(change).filter(([key, value]) => key in shown && value !== undefined))
