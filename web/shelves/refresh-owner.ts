import type { QueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/creators.ts'
import { call } from '#web/api/call.ts'

const readUser = call<typeof contract.readUser>('GET', '/api/users/:id')

/** After others see a shelf, or see it no more: its owner's profile says whether there are any. */
export const refreshOwner = (queries: QueryClient, ownerId: string) =>
  queries.invalidateQueries({ queryKey: [readUser.path({ params: { id: ownerId } })] })
