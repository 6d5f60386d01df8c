import { type QueryClient, useQuery } from '@tanstack/react-query'
import type * as contract from '#contract/accounts.ts'
import { call } from '#web/api/call.ts'
import { itemQuery } from '#web/api/queries.ts'

const readViewer = call<typeof contract.readViewer>('GET', '/api/auth/user')

export const viewerPath = readViewer.path()
export const viewerQuery = itemQuery(readViewer)

/** The signed-in member; null when nobody is, undefined while that is not known yet. */
export const useViewer = () => useQuery(viewerQuery).data?.user

/** The same at this moment, for what happens at a click. */
export const viewerIn = (queries: QueryClient) => queries.getQueryData(viewerQuery.queryKey)?.user
