import { type DataTag, type InfiniteData, QueryClient, queryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { type AddressOf, type Argument, type Call, type CallInput, fetchJson, type ResponseOf } from './call.ts'

/** Reads are cached by path, never expire and are not retried (spec §9). */
export const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        queryFn: ({ queryKey, signal }) => fetchJson('GET', String(queryKey[0]), { signal }),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })

export const itemQuery = <E extends Endpoint>(read: Call<E>, ...address: Argument<AddressOf<E>>) =>
  queryOptions<ResponseOf<E>, Error, ResponseOf<E>, [path: string]>({ queryKey: [read.path(...address)] })

type ListPage = { nextCursor: string | null }
type ListEndpoint = Endpoint & { response: z.ZodType<ListPage> }

export type ListParams = { search?: string; cursor?: string | undefined }

/** A paginated list, cached under its path. */
export type ListQuery<Page extends ListPage> = {
  queryKey: DataTag<[path: string], InfiniteData<Page, string | null>>
  queryFn: (page: { pageParam: string | null; signal: AbortSignal }) => Promise<Page>
  initialPageParam: null
  getNextPageParam: (last: ListPage) => string | null
}

export const listQuery = <E extends ListEndpoint>(
  list: Call<E>,
  ...[address]: Argument<AddressOf<E>>
): ListQuery<ResponseOf<E>> => ({
  queryKey: [anyCall(list).path(address)] as ListQuery<ResponseOf<E>>['queryKey'],
  queryFn: ({ pageParam: cursor, signal }) => {
    const input = address as CallInput | undefined
    return anyCall(list)({ ...input, query: cursor ? { ...input?.query, cursor } : input?.query, signal })
  },
  initialPageParam: null,
  getNextPageParam: (last) => last.nextCursor,
})

/** Erases the input's type, which the caller has already checked. */
export const anyCall = <E extends Endpoint>(call: Call<E>) =>
  call as unknown as { (input: CallInput): Promise<ResponseOf<E>>; path: (address: unknown) => string }

export function useList<Page extends ListPage>(list: ListQuery<Page> | undefined) {
  return useInfiniteQuery({
    ...(list ?? ({ queryKey: [''] } as unknown as ListQuery<Page>)),
    // A component that mounts must not repeat a failed read. Only an explicit retry does.
    enabled: ({ state }) => list !== undefined && (state.status !== 'error' || state.data !== undefined),
  })
}

/** A type guard that finds an object inside a response. */
export type EntityMatcher<Entity extends object> = (value: object) => value is Entity

/** Matches an object by its ID and by a field that all objects of its type have. */
export const matchEntity =
  <Entity extends { id: string }>(id: string, field: keyof Entity & string): EntityMatcher<Entity> =>
  (value): value is Entity =>
    'id' in value && value.id === id && field in value

export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
