import { queryOptions } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  type AddressOf,
  type AnswerOf,
  ApiError,
  type Argument,
  type Call,
  leadsNowhere,
  type Sent,
} from './call.ts'
import { anyCall } from './queries.ts'

export const findQuery = <E extends Endpoint>(read: Call<E>, ...[address]: Argument<AddressOf<E>>) =>
  queryOptions<AnswerOf<E> | null, Error, AnswerOf<E> | null, [path: string]>({
    queryKey: [anyCall(read).path(address)],
    queryFn: ({ signal }) => anyCall(read)({ ...(address as Sent), signal }).catch(orNull),
  })

function orNull(error: unknown) {
  if (error instanceof ApiError && leadsNowhere(error.status)) return null
  throw error
}
