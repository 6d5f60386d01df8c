import { queryOptions } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  type AddressOf,
  ApiError,
  type Argument,
  type Call,
  type CallInput,
  isNotFoundStatus,
  type ResponseOf,
} from './call.ts'
import { anyCall } from './queries.ts'

export const optionalItemQuery = <E extends Endpoint>(read: Call<E>, ...[address]: Argument<AddressOf<E>>) =>
  queryOptions<ResponseOf<E> | null, Error, ResponseOf<E> | null, [path: string]>({
    queryKey: [anyCall(read).path(address)],
    queryFn: ({ signal }) => anyCall(read)({ ...(address as CallInput), signal }).catch(orNull),
  })

function orNull(error: unknown) {
  if (error instanceof ApiError && isNotFoundStatus(error.status)) return null
  throw error
}
